"""The true gain of a question: how far the answer would narrow down who did it.

A method may choose the player to question by its expected gain (Zhu et al. 2025, equations 3 to 5). On a
mystery in the controlled language the true gain can be computed: a player's statements follow from its script
(`solve.evidence`), its answer is what bears on the question, and the surviving hypotheses (`deduction`) can
be counted before and after.

    IG(c, q) = H(S) - H(S and what c answers to q)

H is the entropy of who killed one victim, in nats, if all surviving hypotheses are equally likely; for one
murderer it is the paper's ln n. The value of c is that of the best question to it. Nothing is random, so that
this is both the expected and the actual gain; but the asker cannot know it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from parlour.core import Event, GameSetup, Player
from parlour.errors import UsageError
from parlour.games.mystery.clashes import SourcedFact
from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.hearing import is_controlled
from parlour.games.mystery.potential import hands_of, has_killed, statements
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.solve import solve
from parlour.language.facts import (
    Absence,
    Cause,
    DeathPlace,
    DeathTime,
    Hearing,
    Killing,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Sighting,
)

_MOST_CACHED = 64


@dataclass(frozen=True, kw_only=True)
class ForeseenAnswer:
    """A player's answer to a question."""

    topic: str
    facts: tuple[Plain, ...]


Gains = Mapping[Player, float]
"""The gain of a question to each of the others, in nats."""


class MysteryGains:
    """The exact gains of a mystery: an `ExactGains`."""

    def can_tell(self, table: MysterySetup) -> bool:
        """Returns true if the gains of the table's script can be computed."""
        return _testimony(cast("Hashable", table.script)) is not None

    def gains(self, setup: GameSetup, player: Player, events: Sequence[Event], case: str) -> Gains:
        """Returns the true drop of entropy, in nats, by the best question to each of the others."""
        table = MysterySetup.of(setup)
        testimony = _testimony(cast("Hashable", table.script))
        if testimony is None:
            return {}
        me = None if has_killed(player, events) else player
        known = Deduction(
            suspects=table.players,
            victims=tuple(victim for victim, _ in hands_of(table)),
            statements=tuple(dict.fromkeys(statements(table, me, events))),
            hands=dict(hands_of(table)),
        )
        seen = known.seen_by(me) if me else known
        others = [name for name in table.players if name != player]
        if not entropy(seen.survivors(), seen.victims.index(case)):
            return dict.fromkeys(others, 0.0)
        return {name: best_gain(seen, name, answers(testimony[name], case), case) for name in others}


PART = MysteryGains()


def best_gain(seen: Deduction, name: Name, told: Iterable[ForeseenAnswer], case: Name) -> float:
    """Returns the gain of the best question to a player, in nats; at least 0."""
    place, known = seen.victims.index(case), set(seen.statements)
    before = seen.survivors_of(())
    news = [
        fresh
        for answer in told
        if (fresh := {SourcedFact(source=name, fact=fact) for fact in answer.facts} - known)
    ]
    if (
        not (now := entropy(before, place))
        or seen.survivors_of(tuple(set[SourcedFact]().union(*news))) == before
    ):
        return 0.0  # To say more can only refute more, so that none of it refutes what all of it does not.
    after = (seen.survivors_of(tuple(fresh)) for fresh in news)
    return max(0.0, *(now - entropy(left, place) for left in after if left))


def entropy(hypotheses: Iterable[Hypothesis], case: int) -> float:
    """Returns H of who killed one victim, in nats, if the hypotheses are equally likely; 0 without any."""
    counts = Counter(hypothesis[case] for hypothesis in hypotheses)
    total = counts.total()
    return -sum(count / total * math.log(count / total) for count in counts.values())


def answers(facts: Sequence[Plain], case: Name) -> Iterator[ForeseenAnswer]:
    """Yields a player's answers to each possible question about a death, where it has one."""
    slots = {fact.slot for fact in facts if isinstance(fact, Presence | Sighting | Hearing | Absence)}
    for slot in sorted(slots, key=lambda each: each.number):
        at = [fact for fact in facts if getattr(fact, "slot", None) == slot]
        yield from _answer(f"where one was at {slot.number}", at, (Presence, Absence))
        yield from _answer(f"whom one saw at {slot.number}", at, (Sighting, Absence))
        yield from _answer(f"whom one heard at {slot.number}", at, (Hearing,))
    of_case = [fact for fact in facts if getattr(fact, "victim", case) == case]
    yield from _answer("how, where and when", of_case, (Cause, DeathPlace, DeathTime))
    yield from _answer("who had the thing", of_case, (Means, NoMeans))
    yield from _answer("who had a motive", of_case, (Motive, NoMotive))
    yield from _answer("who did it", of_case, (Killing,))


def _answer(topic: str, facts: Iterable[Plain], kinds: tuple[type, ...]) -> Iterator[ForeseenAnswer]:
    if told := tuple(fact for fact in facts if isinstance(fact, kinds)):
        yield ForeseenAnswer(topic=topic, facts=told)


@lru_cache(maxsize=_MOST_CACHED)
def _testimony(script: Hashable) -> Mapping[Name, Sequence[Plain]] | None:
    """Returns the statements of each player; None for a script that the deduction cannot read."""
    told = cast("Script", script)
    if not is_controlled(told):
        return None
    try:
        said = solve(told).evidence.statements
    except UsageError:
        return None
    return {name: [each.fact for each in said if each.source == name] for name in told.players}
