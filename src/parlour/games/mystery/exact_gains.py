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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from parlour.core import Event, GameSetup, Player
from parlour.games.mystery.clashes import SourcedFact
from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.hearing import solution_of
from parlour.games.mystery.potential import has_killed, statements, view
from parlour.games.mystery.setup import MysterySetup
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

Gains = Mapping[Player, float]
"""The gain of a question to each of the others, in nats."""


class MysteryGains:
    """The exact gains of a mystery: an `ExactGains`."""

    def gains(self, setup: GameSetup, player: Player, events: Sequence[Event], case: str) -> Gains:
        """Returns the true drop of entropy, in nats, by the best question to each of the others."""
        table = MysterySetup.of(setup)
        solution = solution_of(table.script)
        if solution is None:
            return {}
        me = None if has_killed(player, events) else player
        seen = view(table, me, tuple(dict.fromkeys(statements(table, me, events))))
        told = {
            name: [each.fact for each in solution.evidence.statements if each.source == name]
            for name in table.players
            if name != player
        }
        if not entropy(seen.survivors(), seen.victims.index(case)):
            return dict.fromkeys(told, 0.0)
        return {name: best_gain(seen, name, answers(facts, case), case) for name, facts in told.items()}


PART = MysteryGains()


def best_gain(seen: Deduction, name: Name, told: Iterable[Sequence[Plain]], case: Name) -> float:
    """Returns the gain of the best question to a player, in nats; at least 0."""
    place, known = seen.victims.index(case), set(seen.statements)
    before = seen.survivors_of(())
    answers = ({SourcedFact(source=name, fact=fact) for fact in facts} - known for facts in told)
    news = [fresh for fresh in answers if fresh]
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


_OF_A_SLOT = ((Presence, Absence), (Sighting, Absence), (Hearing,))
"""Where one was, whom one saw, whom one heard."""
_OF_A_CASE = ((Cause, DeathPlace, DeathTime), (Means, NoMeans), (Motive, NoMotive), (Killing,))
"""How, where and when; who had the thing; who had a motive; who did it."""


def answers(facts: Sequence[Plain], case: Name) -> Iterator[Sequence[Plain]]:
    """Yields the facts of a player's answer to each possible question about a death, where it has one."""
    slots = {fact.slot for fact in facts if isinstance(fact, Presence | Sighting | Hearing | Absence)}
    at = [[fact for fact in facts if getattr(fact, "slot", None) == slot] for slot in slots]
    of_case = [fact for fact in facts if getattr(fact, "victim", case) == case]
    for group, kinds in (*product(at, _OF_A_SLOT), *product([of_case], _OF_A_CASE)):
        if told := [fact for fact in group if isinstance(fact, kinds)]:
            yield told
