"""What methods held between two decisions, where their records tell it event by event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.agents import MethodSpec, find_method_part
from parlour.arena import Record
from parlour.core import Player


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
