"""Exact gains of a mystery by counting hypotheses: what a seat can prove, and what an answer would add.

Let H be the hypotheses that a seat begins with (`deduction`: the murderers of every victim, itself never
among them) and S those that survive its knowledge: what is public, its own script, what the others said.

**The potential of a seat** (`provable_bits`) is

    bits(seat) = log2 |H| - log2 |S|, from 0 to log2 |H|

The reward of a step is the difference of bits before and after it. It is a difference of potentials (Ng,
Harada and Russell 1999), so that it adds up to bits(end) - bits(start) whatever happened between, and a
policy that is best without it stays best with it.

More statements can only refute more, so that no step has a negative reward, with one exception: if nothing
survives, an innocent player has made a false statement, and bits is 0. The truth survives as long as no
innocent lies, since a hypothesis discounts all statements of its murderers.

A seat's own words never count, since it can say anything; its script does. A murderer's potential is minus
what the table can prove without any scripts: it is rewarded for what stays open.

**The true gain of a question** (`exact_gains`) is how far the answer of a player c to q would narrow down who
killed one victim. A method may choose the player to question by its expected gain (Zhu et al. 2025, equations
3 to 5). In the controlled language the true gain can be computed: a player's statements follow from its
script (`solve.evidence`), and its answer is what bears on the question.

    IG(c, q) = H(S) - H(S and what c answers to q)

Here H is the entropy of who killed the victim, in nats, if all surviving hypotheses are equally likely; for
one murderer it is the paper's ln n. The value of c is that of the best question to it. Nothing is random, so
that this is both the expected and the actual gain; but the asker cannot know it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb, log2, prod

from parlour.core import Event, GameSetup, Player, event_kinds
from parlour.games.mystery.clashes import SourcedFact
from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.hearing import solution_of
from parlour.games.mystery.setup import MysterySetup
from parlour.language.facts import (
    Absence,
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
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
    Slot,
    read,
    understand,
)
from parlour.llm import Language

_ANSWERS = (event_kinds.INTRODUCED, event_kinds.REPLIED)
"""In which people state what they know; a question states nothing."""


def provable_bits(setup: GameSetup, player: Player, events: Sequence[Event]) -> float:
    """Returns the bits of a player's knowledge; for a murderer minus the table's.

    Args:
        setup: the table.
        player: the player of the seat.
        events: the events visible to that player, in order.

    Returns:
        From 0 to log2 of the number of hypotheses; for a murderer from minus that to 0.
    """
    table = MysterySetup.of(setup)
    is_killer = has_killed(player, events)
    me = None if is_killer else player
    deduction = view(table, me, tuple(dict.fromkeys(statements(table, me, events))))
    bits = _bits_gained(deduction.suspects, tuple(deduction.hands.items()), deduction.statements)
    return -bits if is_killer else bits


def view(table: MysterySetup, me: Player | None, facts: tuple[SourcedFact, ...]) -> Deduction:
    """Returns the deduction of a seat from statements; without a seat, that of the table."""
    hands = {victim.name: max(1, len(victim.murderers)) for victim in table.script.victims}
    deduction = Deduction(suspects=table.players, victims=table.victims, statements=facts, hands=hands)
    return deduction.seen_by(me) if me else deduction


def has_killed(player: Player, events: Iterable[Event]) -> bool:
    """Returns true if a player's own role card says that it is a killer."""
    return any(event.kind is event_kinds.ROLE and event.actor == player and event.chosen for event in events)


@lru_cache(maxsize=1024)
def _bits_gained(
    suspects: tuple[Name, ...], hands: tuple[tuple[Name, int], ...], facts: tuple[SourcedFact, ...]
) -> float:
    """Returns log2 |H| - log2 |S|; 0 if nothing survives."""
    victims = tuple(victim for victim, _ in hands)
    deduction = Deduction(suspects=suspects, victims=victims, statements=facts, hands=dict(hands))
    left = sum(1 for _ in deduction.survivors())
    begun = prod(comb(len(suspects), count) for _, count in hands)
    return log2(begun / left) if left else 0.0


def statements(table: MysterySetup, me: Player | None, events: Sequence[Event]) -> Iterator[SourcedFact]:
    """Yields the public facts, a seat's script, and the others' statements; without a seat all statements."""
    names = (*table.players, *table.victims)
    papers = [event for event in events if event.kind.dealt and event.text and event.actor in (None, me)]
    facts = [
        (paper, fact)
        for paper in papers
        for fact in read(paper.text, table.language, reader=me, names=names).facts
        if not isinstance(fact, Claim)
    ]
    for paper, fact in facts:
        yield SourcedFact(source=paper.actor, fact=fact)
    hours = frozenset(fact.slot.number for _, fact in facts if isinstance(fact, Presence))
    deaths = tuple((fact.victim, fact.slot) for _, fact in facts if isinstance(fact, DeathTime))
    for event in events:
        if event.kind in _ANSWERS and event.actor != me:
            speaker = event.actor or ""
            for fact in _stated_facts(
                event.text, table.language, names, table.victims, speaker, event.to, hours, deaths
            ):
                yield SourcedFact(source=speaker, fact=fact)


@lru_cache(maxsize=8192)
def _stated_facts(
    text: str,
    language: Language,
    names: tuple[Name, ...],
    victims: tuple[Name, ...],
    speaker: Name,
    to: Name | None,
    hours: frozenset[int],
    deaths: tuple[tuple[Name, Slot], ...],
) -> tuple[Plain, ...]:
    """Returns the facts of a speech: as rendered, or else as people and language models put them."""
    facts = read(text, language, speaker=speaker, reader=to, names=names).facts
    if not facts:
        meant = understand(
            text,
            language,
            names,
            speaker=speaker,
            reader=to,
            victims=victims,
            hours=hours,
            deaths=dict(deaths),
        )
        facts = tuple(meaning for meaning in meant.meanings if isinstance(meaning, Fact))
    return tuple(fact for fact in facts if not isinstance(fact, Claim))


Gains = Mapping[Player, float]
"""The gain of a question to each of the others, in nats."""


def exact_gains(setup: GameSetup, player: Player, events: Sequence[Event], case: str) -> Gains:
    """Returns the true drop of entropy, in nats, by the best question to each of the others."""
    table = MysterySetup.of(setup)
    solution = solution_of(table.script)
    if solution is None:
        return {}
    me = None if has_killed(player, events) else player
    deduction = view(table, me, tuple(dict.fromkeys(statements(table, me, events))))
    own_facts = {
        name: [statement.fact for statement in solution.evidence.statements if statement.source == name]
        for name in table.players
        if name != player
    }
    if not entropy(deduction.survivors(), deduction.victims.index(case)):
        return dict.fromkeys(own_facts, 0.0)
    return {name: best_gain(deduction, name, answers(facts, case), case) for name, facts in own_facts.items()}


def best_gain(deduction: Deduction, name: Name, replies: Iterable[Sequence[Plain]], case: Name) -> float:
    """Returns the gain of the best question to a player, in nats; at least 0."""
    place, known_facts = deduction.victims.index(case), set(deduction.statements)
    before = deduction.survivors_of(())
    answers = ({SourcedFact(source=name, fact=fact) for fact in facts} - known_facts for facts in replies)
    news = [fresh for fresh in answers if fresh]
    if (
        not (now := entropy(before, place))
        or deduction.survivors_of(tuple(set[SourcedFact]().union(*news))) == before
    ):
        return 0.0  # To say more can only refute more, so that none of it refutes what all of it does not.
    after = (deduction.survivors_of(tuple(fresh)) for fresh in news)
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
        if answer := [fact for fact in group if isinstance(fact, kinds)]:
            yield answer
