"""A method's views of its own matches: the page that it draws, and its opinions event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.agents import MethodSpec, find_method_part
from parlour.arena import Record, Setup
from parlour.core import Player
from parlour.llm import Language


@runtime_checkable
class MindPage(Protocol):
    """The part `mind_page` of a method that draws what its seats thought, for whoever may see everything."""

    def title(self, language: Language) -> str:
        """What the page is called."""
        ...

    def note(self, language: Language) -> str:
        """What a reader of it should know."""
        ...

    def draw(self, record: Record) -> str:
        """The page as HTML that loads nothing; it brings its own content security policy.

        Raises:
            ParlourError: if the record does not bear it out.
        """
        ...


def mind_pages(setup: Setup) -> Mapping[str, MindPage]:
    """The pages of all methods that sit at a table, or have sat there, by the method's name.

    Raises:
        BrokenPlugin: if a page cannot be used.
    """
    seats = (each for seat in setup.seats for each in (seat, *seat.then))
    names = dict.fromkeys(MethodSpec.read(each.method).name for each in seats)
    pages = {name: find_method_part(name, "mind_page", MindPage) for name in names}
    return {name: page for name, page in pages.items() if page}


@dataclass(frozen=True, kw_only=True)
class EventOpinion:
    """What a seat held of others once it had taken in an event.

    Attributes:
        event: its number.
        seat: who held it.
        measure: the kind of thought that would say it.
        case: the hidden question.
        held: of whom what, as that thought would have it.
    """

    event: int
    seat: Player
    measure: str
    case: str
    held: Mapping[Player, float]


@runtime_checkable
class OpinionHistory(Protocol):
    """The part `opinions` of a method whose record tells what its seats held after each event."""

    def opinions(self, record: Record) -> Iterator[EventOpinion]:
        """By event, in order, wherever an opinion changed.

        Raises:
            ParlourError: if the record does not bear it out.
        """
        ...


def event_opinions(record: Record) -> Iterator[EventOpinion]:
    """What is known of all methods that sit at a table, or have sat there.

    Raises:
        BrokenPlugin: if a method's part cannot be used.
        ParlourError: if the record does not bear it out.
    """
    seats = (each for seat in record.setup.seats for each in (seat, *seat.then))
    for name in dict.fromkeys(MethodSpec.read(each.method).name for each in seats):
        part = find_method_part(name, "opinions", OpinionHistory)
        if part:
            yield from part.opinions(record)
