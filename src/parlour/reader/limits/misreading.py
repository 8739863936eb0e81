"""A sentence misread: it tells of another person, hour or place than it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from random import Random

from parlour.language.facts import Fact, Language, Name, Slot, Word, read, render, settings

_NEAR = (-2, -1, 1, 2)
"""By how many half hours an hour is misread."""
Change = tuple[str, Name | Slot]
"""A field of a fact, and what is read in it instead."""


@dataclass(frozen=True, kw_only=True)
class Hand:
    """In whose hand, so to speak, something is written.

    Attributes:
        language: of the words.
        by: who is "I" in them, if somebody is.
        to: who is "you", if somebody is.
        names: everybody whom they may speak of.
    """

    language: Language
    by: Name | None
    to: Name | None
    names: tuple[Name, ...]


def misread(sentence: str, hand: Hand, rng: Random) -> str:
    """What somebody reads who mistakes one person, hour or place; the sentence itself where it tells none."""
    facts = _facts(sentence, hand)
    for number, fact in enumerate(facts):
        sorts = [sort for sort in (_others(fact, hand), _hours(fact), _places(fact)) if sort]
        if sorts:
            field, value = rng.choice(rng.choice(sorts))
            changed = replace(fact, **{field: value})  # pyright: ignore[reportArgumentType] - as it was
            return _said((*facts[:number], changed, *facts[number + 1 :]), hand, rng) or sentence
    return sentence


def _facts(text: str, hand: Hand) -> tuple[Fact, ...]:
    return read(text, hand.language, speaker=hand.by, reader=hand.to, names=hand.names).facts


def _said(facts: Sequence[Fact], hand: Hand, rng: Random) -> str:
    """The facts in words that are read back as they are; nothing where there are none."""
    told = [render(fact, hand.language, rng, speaker=hand.by, reader=hand.to) for fact in facts]
    text = ("" if hand.language == "zh" else " ").join(told)
    return text if _facts(text, hand) == tuple(facts) else ""


def _others(fact: Fact, hand: Hand) -> list[Change]:
    """Somebody else for whoever is named; nobody mistakes who speaks, or who is spoken to."""
    named = [(field, value) for field, value in _told(fact) if value in hand.names]
    present = {value for _, value in named} | {hand.by, hand.to}
    free = [name for name in hand.names if name not in present]
    return [(field, name) for field, value in named if value not in (hand.by, hand.to) for name in free]


def _hours(fact: Fact) -> list[Change]:
    return [
        (field, Slot(value.number + by))
        for field, value in _told(fact)
        if isinstance(value, Slot)
        for by in _NEAR
        if 0 <= value.number + by < 48
    ]


def _places(fact: Fact) -> list[Change]:
    return [(field, other) for field, value in _told(fact) if field == "place" for other in _near(value)]


def _near(place: object) -> Sequence[Word]:
    """The other places of its setting."""
    return [other for places in settings().values() if place in places for other in places if other != place]


def _told(fact: Fact) -> Iterator[tuple[str, object]]:
    return ((each.name, getattr(fact, each.name)) for each in fields(fact))
