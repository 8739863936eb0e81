"""Facts in passages of text: their order by weight, the evidence that a statement gives, the odds of an echo.

Echoes: a player without knowledge suspects the player whom the talk so far makes likeliest, and says so, as
a culprit does. Such opinions must not count as independent witnesses. So an opinion is a mixture: P(names x
| w) = ECHO q(x) + (1 - ECHO) P(x) l(w), with q what follows for any player from the public talk, and l(w)
the likelihood of the speaker's own opinion.

Evidence from a single statement: the prompt holds the rules and one statement, so that a lie shows only
where a statement contradicts itself. Facts that are retold from a third player count as that player's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from parlour.core import GAMES
from parlour.language import facts
from parlour.language.facts import (
    Accusation,
    CardSeen,
    Check,
    Fact,
    Fellow,
    Killing,
    Language,
    Level,
    Means,
    Motive,
    Name,
    NeitherOfTwo,
    NoMeans,
    NoMotive,
    OneOfTwo,
    Robbed,
    RoleClaim,
    StatedFact,
    Suspicion,
    Trust,
    VoteFor,
    Word,
    read,
)
from parlour.llm import Prompt
from parlour.reader.seat import GameReader

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = 8
"""The most items of evidence."""

Does = Literal["attack", "defend", "deceive"]

_LEVELS = {Level.LITTLE: 3, Level.SOME: 6, Level.STRONG: 9}
_RELATIONS: Mapping[Does, str] = {"attack": "adversary", "defend": "ally", "deceive": "adversary"}
_REASON_CHARACTERS = 160
_CHECKS = "seer"
"""Who learns by night what others are."""
_ROLE = 9
"""The certainty that a stated role is given."""
_GOOD = "good"
"""The result of a check of a player who is not sought."""


def items(
    text: str,
    language: Language,
    *,
    by: Name,
    to: Name | None,
    targets: Sequence[Name],
    people: Sequence[Name],
) -> list[dict[str, str | int]]:
    """Returns every item of evidence that a statement gives about one of the targets."""
    own = _own(text, language, by=by, to=to, names=(*targets, *people))
    facts = [statement.fact for statement in own]
    untrue = frozenset(fact for fact in facts if any(_clash(fact, other) for other in facts))
    rows = [item for statement in own for item in _items(statement, untrue) if item["target"] in targets]
    return rows[:MOST]


def named_roles(
    text: str,
    language: Language,
    *,
    by: Name,
    to: Name | None,
    players: Sequence[Name],
    roles: Collection[str],
    people: Sequence[Name],
) -> list[dict[str, str | int]]:
    """Returns the roles that a statement gives to players, its speaker too; the last statement counts.

    An outright claim counts before the consequence of the speaker's check.
    """
    by_name: dict[Name, str] = {}
    own = _own(text, language, by=by, to=to, names=(*players, *people))
    for statement in sorted(own, key=lambda statement: isinstance(statement.fact, RoleClaim)):
        by_name.update(_roles_in(statement.fact, by))
    return [
        {"player": name, "role": role, "score": _ROLE}
        for name, role in by_name.items()
        if name in players and role in roles
    ][:MOST]


def _own(
    text: str, language: Language, *, by: Name, to: Name | None, names: Sequence[Name]
) -> list[StatedFact]:
    words = re.split("[:：]", text, maxsplit=1)[-1]
    reading = read(words, language, speaker=by, reader=to, names=tuple(dict.fromkeys((by, *names))))
    return [statement for statement in reading.found if getattr(statement.fact, "by", by) == by]


def _roles_in(fact: Fact, by: Name) -> Iterator[tuple[Name, str]]:
    """Yields the roles that a fact gives: a claim, another's known role, and what that makes the speaker."""
    match fact:
        case RoleClaim(who=who, role=role) if who == by:
            yield who, role
        case Check(whom=who, role=role):
            yield by, _CHECKS
            yield who, role
        case OneOfTwo() | NeitherOfTwo():
            yield by, _CHECKS
        case Fellow(whom=who, role=role):
            yield by, role
            yield who, role
        case CardSeen(whom=who, role=role):
            yield by, _CHECKS
            yield who, role
        case Robbed(role=role):
            yield by, role
        case _:
            return


def _items(statement: StatedFact, untrue: Collection[Fact]) -> Iterator[dict[str, str | int]]:
    for target, does, score in meant(statement.fact):
        type_: Does = "deceive" if statement.fact in untrue else does
        yield {
            "target": target,
            "reason": statement.sentence[:_REASON_CHARACTERS],
            "type": type_,
            "relation": _RELATIONS[type_],
            "score": score,
        }


@cache
def _is_sought(role: Word) -> bool:
    """Returns true if a role is sought in some game."""
    return any(role in game.sought for game in GAMES.load_all().values())


def meant(fact: Fact) -> tuple[tuple[Name, Does, int], ...]:
    """Returns the players that a fact speaks for or against, with a weight from 0 to 10 (ours).

    A circumstance weighs less than a judgement: a motive 5, a weapon within reach 3; that it
    is one of two speaks half as much against either.
    """
    match fact:
        case Accusation(whom=who) | Killing(who=who):
            return ((who, "attack", 10),)
        case Suspicion(whom=who, level=level):
            return ((who, "attack", _LEVELS[level]),)
        case Trust(whom=who, level=level):
            return ((who, "defend", _LEVELS[level]),)
        case VoteFor(whom=who):
            return ((who, "attack", 8),)
        case Check(whom=who) | Fellow(whom=who) | CardSeen(whom=who) | Robbed(whom=who):
            is_card = isinstance(fact, CardSeen | Robbed)
            is_good = fact.role == _GOOD or isinstance(fact, Fellow)
            clears = not _is_sought(fact.role) if is_card else is_good
            return ((who, "defend" if clears else "attack", 9),)
        case OneOfTwo(whom=one, other=other, role=role) if role != _GOOD:
            return (one, "attack", 5), (other, "attack", 5)
        case NeitherOfTwo(whom=one, other=other, role=role) if role != _GOOD:
            return (one, "defend", 9), (other, "defend", 9)
        case Motive(who=who):
            return ((who, "attack", 5),)
        case NoMotive(who=who):
            return ((who, "defend", 5),)
        case Means(who=who):
            return ((who, "attack", 3),)
        case NoMeans(who=who):
            return ((who, "defend", 3),)
        case _:
            return ()


def _clash(fact: Fact, other: Fact) -> bool:
    """Returns true if a fact cannot be true, or not sincere, if the other one is."""
    match fact, other:
        case Check(by=by), RoleClaim(who=who, role=role):
            return by == who and role not in ("seer", _GOOD)
        case Check(), Check():
            is_same_night = (fact.by, fact.night) == (other.by, other.night) and fact.whom != other.whom
            return is_same_night or (fact.whom == other.whom and fact.role != other.role)
        case (Check(whom=one, role=role), Trust(whom=two)) | (Trust(whom=two), Check(whom=one, role=role)):
            return one == two and role != _GOOD
        case (Suspicion(whom=one), Trust(whom=two)) | (Trust(whom=two), Suspicion(whom=one)):
            return one == two
        case (Motive(), NoMotive()) | (NoMotive(), Motive()):
            return (fact.who, fact.victim) == (other.who, other.victim)
        case (Means(), NoMeans()) | (NoMeans(), Means()):
            return (fact.who, fact.thing) == (other.who, other.thing)
        case _:
            return False


OPINIONS = frozenset({"suspects", "trusts"})
"""The kinds of clue that are heard so."""
ECHO = 0.97
"""The probability that a statement about others says no more than what all had heard (ours)."""
EVEN = 0.01
"""Whose chances differ by less are suspected alike, so that it is by lot who is named."""


def echo_odds(chances: NDArray[np.float64], kind: str, about: int, others: Sequence[int]) -> float:
    """Returns the odds that an opinion repeats what follows from the talk so far."""
    fitting = chances if kind == "suspects" else -chances
    most = max(fitting[seat] for seat in others)
    named = [seat for seat in others if fitting[seat] > most - EVEN]
    return ECHO / len(named) / ((1 - ECHO) / len(others)) if about in named else 0.0


_COLON = re.compile("[:：]")
LEAST_HEARD = 0.5
"""The share of what was said from which on the reader takes a talk to be in its language."""


def names_in(prompt: Prompt, names: Sequence[Name], game: GameReader) -> tuple[Name, ...]:
    """Returns the names that a passage may mention: the given ones, and those of the game."""
    return tuple(dict.fromkeys((*names, *game.people(prompt))))


def read_lines(
    text: str, language: Language, names: tuple[Name, ...]
) -> Iterator[tuple[Name | None, StatedFact]]:
    """Yields each fact in the lines of a passage (`SPEAKER: WORDS`) with its speaker, if any."""
    for line in text.splitlines():
        who, *rest = _COLON.split(line, maxsplit=1)
        words = rest[0] if rest else line
        present = sorted((name for name in names if name in who), key=who.index)
        speaker, reader = (*present, None, None)[:2] if rest else (None, None)
        statements = read(words, language, speaker=speaker, reader=reader, names=names).found
        yield from ((speaker, statement) for statement in statements)


def understands(prompt: Prompt, players: Sequence[Name]) -> bool:
    """Returns true if at least half of a prompt's events contain a readable fact.

    Free talk contains almost none; reasoning from the few sentences that happen to fit would be a pretence.
    """
    texts = [part.text for part in prompt.user if part.source.origin == "event" and part.source.events]
    readable = sum(any(True for _ in read_lines(text, prompt.language, tuple(players))) for text in texts)
    return bool(texts) and readable >= LEAST_HEARD * len(texts)


_NUMBER = re.compile(r"\[(\d+)\]")
_WORTHS = {Level.LITTLE: 1, Level.SOME: 2, Level.STRONG: 3}


def order_passages(prompt: Prompt, names: tuple[Name, ...]) -> list[int]:
    """Returns the numbers of the passages in a prompt, the weightiest first, ties in order."""
    question = prompt.user[-1].text
    subjects = frozenset(name for name in names if name in question)
    weights = {number: _weight(text, prompt.language, names, subjects) for number, text in _passages(prompt)}
    return sorted(weights, key=lambda number: -weights[number])


def _passages(prompt: Prompt) -> Iterator[tuple[int, str]]:
    texts = [part.text for part in prompt.user]
    for mark, text in pairwise(texts):
        if match := _NUMBER.fullmatch(mark):
            yield int(match[1]), text


def _weight(text: str, language: Language, names: tuple[Name, ...], subjects: frozenset[Name]) -> int:
    statements = [statement for _, statement in read_lines(text, language, names)]
    return sum(
        _worth(statement.fact) + any(name in statement.sentence for name in subjects)
        for statement in statements
    )


def _worth(fact: Fact) -> int:
    """Returns the weight of a fact (ours): culprits and roles, then motives and means, then whereabouts."""
    match fact:
        case facts.Claim(fact=inner):
            return _worth(inner)
        case facts.Killing() | facts.Accusation() | facts.Check():
            return 5
        case facts.RoleClaim(role=role):
            return 1 if role == "good" else 4
        case facts.Suspicion(level=level) | facts.Trust(level=level):
            return _WORTHS[level]
        case facts.Motive() | facts.NoMotive() | facts.Means() | facts.NoMeans():
            return 3
        case facts.VoteFor() | facts.Presence() | facts.Sighting():
            return 2
        case _:
            return 1
