"""Statements that cannot all be true: the constraints of a mystery, free of culprits and of any text.

Every statement is broken into *points*: a value that holds for a topic, or does not. Ann's kitchen at eight
is the point `where Ann was at eight: kitchen`. Two points of one topic clash if they give it two values, or
if one denies what the other holds. To suppose a killing gives points too (the murderer was at the place of
death in the half hour of death, with the thing at hand and with a motive), so an alibi is nothing but a clash
under a supposition. Nothing follows from silence: an unmentioned motive is not a missing one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain, combinations

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
    Slot,
)

Topic = tuple[str, Name, object]
"""The subject of a point, such as a person's place in a half hour."""


@dataclass(frozen=True, kw_only=True)
class SourcedFact:
    """A fact with its source.

    Attributes:
        source: the person who says it; None for what is public and beyond doubt.
        fact: the fact. Opinions, feelings and hearsay are no evidence and clash with nothing.
    """

    source: Name | None
    fact: Plain


@dataclass(frozen=True, kw_only=True)
class Clash:
    """Statements that cannot all be true if certain killings happened.

    Attributes:
        killings: the supposed killings; empty if the statements clash by themselves.
    """

    statements: tuple[SourcedFact, ...]
    killings: tuple[Killing, ...] = ()

    @cached_property
    def sources(self) -> tuple[Name, ...]:
        """The people on whose word it rests."""
        return tuple(
            dict.fromkeys(statement.source for statement in self.statements if statement.source is not None)
        )

    @property
    def is_idle(self) -> bool:
        """True if it rests on the word of one of the supposed murderers, which then counts for nothing."""
        return any(killing.who in self.sources for killing in self.killings)


@dataclass(frozen=True, kw_only=True)
class TopicPoint:
    """A value that a topic has, or has not, by a statement or by supposition."""

    topic: Topic
    value: str = ""
    holds: bool = True
    statements: tuple[SourcedFact, ...] = ()
    killings: tuple[Killing, ...] = ()

    def clashes_with(self, other: TopicPoint) -> bool:
        """Returns true if both cannot be; both must be of one topic."""
        if self.holds and other.holds:
            return self.value != other.value
        return self.holds != other.holds and self.value == other.value


class PointsByTopic:
    """The points of statements, by topic, to which more can be added."""

    def __init__(self, suspects: Sequence[Name]) -> None:
        self.suspects = suspects
        self._statements = list[SourcedFact]()
        self._points = defaultdict[Topic, list[TopicPoint]](list)

    def say(self, statements: Sequence[SourcedFact]) -> Iterator[Clash]:
        """Adds statements and yields the clashes that follow."""
        for point in self._new_points(statements):
            yield from self._against(point, self._points[point.topic])
            self._points[point.topic].append(point)
        self._statements += statements

    def if_said(self, statements: Sequence[SourcedFact]) -> Iterator[Clash]:
        """Yields the clashes that more statements would cause, and none among the earlier ones."""
        fresh = defaultdict[Topic, list[TopicPoint]](list)
        for point in self._new_points(statements):
            yield from self._against(point, chain(self._points.get(point.topic, ()), fresh[point.topic]))
            fresh[point.topic].append(point)

    def _new_points(self, statements: Sequence[SourcedFact]) -> Iterator[TopicPoint]:
        for statement in statements:
            yield from _points(statement)
        deaths = list(_deaths(self._statements, statements))
        for victim, place, slot, because in deaths:
            yield TopicPoint(topic=_where(victim, slot), value=place, statements=because)
        for who in self.suspects:
            for victim, place, slot, because in deaths:
                killing = (Killing(who=who, victim=victim),)
                yield TopicPoint(topic=_where(who, slot), value=place, statements=because, killings=killing)
            yield from _needs(who, statements)

    def _against(self, point: TopicPoint, others: Iterable[TopicPoint]) -> Iterator[Clash]:
        for other in others:
            if point.clashes_with(other):
                clash = Clash(
                    statements=tuple(dict.fromkeys((*other.statements, *point.statements))),
                    killings=tuple(dict.fromkeys((*other.killings, *point.killings))),
                )
                if not clash.is_idle:
                    yield clash


def clashes(statements: Sequence[SourcedFact], suspects: Sequence[Name]) -> Iterator[Clash]:
    """Returns all clashes of statements, by themselves or if a suspect killed a victim."""
    return PointsByTopic(suspects).say(statements)


def _points(statement: SourcedFact) -> Iterator[TopicPoint]:
    holds = not isinstance(statement.fact, Absence | NoMeans | NoMotive)
    point = partial(TopicPoint, holds=holds, statements=(statement,))
    match statement.fact:
        case (
            Presence(who=who, place=place, slot=slot)
            | Hearing(whom=who, place=place, slot=slot)
            | Absence(who=who, place=place, slot=slot)
        ):
            yield point(topic=_where(who, slot), value=place)
        case Sighting(by=by, whom=whom, place=place, slot=slot):
            yield point(topic=_where(by, slot), value=place)
            yield point(topic=_where(whom, slot), value=place)
        case Means(who=who, thing=thing) | NoMeans(who=who, thing=thing):
            yield point(topic=("means", who, thing))
        case Motive(who=who, victim=victim) | NoMotive(who=who, victim=victim):
            yield point(topic=("motive", who, victim))
        case Cause(victim=victim, thing=value):
            yield point(topic=("cause", victim, None), value=value)
        case DeathPlace(victim=victim, place=value):
            yield point(topic=("place", victim, None), value=value)
        case DeathTime(victim=victim, slot=slot):
            yield point(topic=("time", victim, None), value=str(slot.number))
        case _:
            return


def _deaths(
    earlier: Sequence[SourcedFact], more: Sequence[SourcedFact]
) -> Iterator[tuple[Name, str, Slot, tuple[SourcedFact, ...]]]:
    """Yields place and time of each death that a new statement completes."""
    statements = (*earlier, *more)
    places = [
        (n, statement, statement.fact)
        for n, statement in enumerate(statements)
        if isinstance(statement.fact, DeathPlace)
    ]
    times = [
        (n, statement, statement.fact)
        for n, statement in enumerate(statements)
        if isinstance(statement.fact, DeathTime)
    ]
    for first, where, place in places:
        for second, when, time in times:
            if place.victim == time.victim and max(first, second) >= len(earlier):
                yield place.victim, place.place, time.slot, (where, when)


def _needs(suspect: Name, statements: Sequence[SourcedFact]) -> Iterator[TopicPoint]:
    """Yields what a supposed murderer must have had: the thing that killed, and a motive."""
    for statement in statements:
        match statement.fact:
            case Cause(victim=victim, thing=thing):
                killing = (Killing(who=suspect, victim=victim),)
                yield TopicPoint(topic=("means", suspect, thing), statements=(statement,), killings=killing)
            case NoMotive(who=who, victim=victim) if who == suspect:
                killing = (Killing(who=suspect, victim=victim),)
                yield TopicPoint(topic=("motive", suspect, victim), killings=killing)
            case _:
                pass


def _where(who: Name, slot: Slot) -> Topic:
    return ("where", who, slot)


def of_killings(
    statements: Sequence[SourcedFact], suspects: Sequence[Name], hands: int, victim: Name
) -> Iterator[Clash]:
    """Yields clashes of statements on a victim's killer with each supposition of other killers."""
    named = [
        statement
        for statement in statements
        if isinstance(statement.fact, Killing) and statement.fact.victim == victim
    ]
    for statement in named:
        others = [name for name in suspects if Killing(who=name, victim=victim) != statement.fact]
        for killers in combinations(others, hands):
            killings = tuple(Killing(who=who, victim=victim) for who in killers)
            clash = Clash(statements=(statement,), killings=killings)
            if not clash.is_idle:
                yield clash
