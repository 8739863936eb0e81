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
    """The part `mind_page` of a method: a page of its seats' thoughts, for viewers with full access."""

    def title(self, language: Language) -> str:
        """Returns the title of the page."""
        ...

    def note(self, language: Language) -> str:
        """Returns a note for its reader."""
        ...

    def draw(self, record: Record) -> str:
        """Returns the page as HTML that loads nothing and has its own content security policy.

        Raises:
            ParlourError: if the record does not bear it out.
        """
        ...


def mind_pages(setup: Setup) -> Mapping[str, MindPage]:
    """Returns the pages of all methods in a match's seats, past ones too, by the method's name.

    Raises:
        BrokenPlugin: if a page cannot be used.
    """
    seats = (each for seat in setup.seats for each in (seat, *seat.then))
    names = dict.fromkeys(MethodSpec.read(each.method).name for each in seats)
    pages = {name: find_method_part(name, "mind_page", MindPage) for name in names}
    return {name: page for name, page in pages.items() if page}


@dataclass(frozen=True, kw_only=True)
class EventOpinion:
    """A seat's opinions of others after an event."""

    event: int
    seat: Player
    measure: str
    case: str
    held: Mapping[Player, float]


@runtime_checkable
class OpinionHistory(Protocol):
    """The part `opinions` of a method whose record gives its seats' opinions after each event."""

    def opinions(self, record: Record) -> Iterator[EventOpinion]:
        """Yields the changed opinions, in the order of events.

        Raises:
            ParlourError: if the record does not bear it out.
        """
        ...


def event_opinions(record: Record) -> Iterator[EventOpinion]:
    """Yields the opinions of all methods in a match's seats, past ones too.

    Raises:
        BrokenPlugin: if a method's part cannot be used.
        ParlourError: if the record does not bear it out.
    """
    seats = (each for seat in record.setup.seats for each in (seat, *seat.then))
    for name in dict.fromkeys(MethodSpec.read(each.method).name for each in seats):
        part = find_method_part(name, "opinions", OpinionHistory)
        if part:
            yield from part.opinions(record)
