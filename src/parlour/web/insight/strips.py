"""What a watcher held while each line was said: beside the lines, wherever a recorded game is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.agents import BELIEFS
from parlour.arena import Record
from parlour.core import Event
from parlour.errors import ReplayDiffers
from parlour.views import event_opinions
from parlour.web.hosting import FeedLine, Happened
from parlour.web.insight.readings import SeatReading


@dataclass(frozen=True, kw_only=True)
class Strip:
    """What was held of everybody at one line, by one measure.

    Attributes:
        measure: which.
        case: about what.
        held: of each, in the order in which they were asked about.
        is_new: whether it is not what stood at the line before.
        is_alone: whether nothing else stands beside the line.
    """

    measure: str
    case: str
    held: tuple[SeatReading, ...]
    is_new: bool
    is_alone: bool


NO_STRIPS: Mapping[int, tuple[Strip, ...]] = {}
"""Beside the lines of a match that is played."""


def readings_between(happened: Sequence[Happened], record: Record) -> Iterator[SeatReading]:
    """What methods held after each event, as far as their records tell it: none of what stands as a thought.

    Args:
        happened: the journal.
        record: the same match.
    """
    try:
        opinions = list(event_opinions(record))
    except ReplayDiffers:  # kept by another version: its own thoughts are all that is drawn
        return
    events = {one.item.number: (one.number, one.item) for one in happened if isinstance(one.item, Event)}
    for opinion in opinions:
        number, event = events[opinion.event]
        for about, value in opinion.held.items():
            yield SeatReading(
                number=number,
                round=event.round,
                measure=opinion.measure,
                seat=opinion.seat,
                about=about,
                case=opinion.case,
                value=value,
            )


def strips(lines: Iterable[FeedLine], told: Iterable[SeatReading]) -> Mapping[int, tuple[Strip, ...]]:
    """By the number of its entry, what was held when each event had happened.

    Drawn are the beliefs that were asked for, which stand from one stop to the next, and whatever was held
    after single events.

    Args:
        lines: what is shown, in order.
        told: all readings of the match's one watcher, in order.
    """
    shown = [line for line in lines if line.type == "event" and not line.is_dealt]
    numbers = {line.number for line in shown}
    coming = list(told)
    drawn = {each.measure for each in coming if each.number in numbers} | {BELIEFS}
    held: dict[tuple[str, str], dict[str, SeatReading]] = {}
    before: dict[tuple[str, str], tuple[SeatReading, ...]] = {}
    found: dict[int, tuple[Strip, ...]] = {}
    place = 0
    for line in shown:
        while place < len(coming) and coming[place].number <= line.number:
            each = coming[place]
            place += 1
            if each.measure in drawn:
                held.setdefault((each.measure, each.case), {})[each.about] = each
        now = {key: tuple(of.values()) for key, of in held.items()}
        found[line.number] = tuple(
            Strip(
                measure=key[0],
                case=key[1],
                held=each,
                is_new=before.get(key) != each,
                is_alone=len(now) == 1,
            )
            for key, each in sorted(now.items(), key=lambda told: told[0][0] != BELIEFS)
        )
        before = now
    return found
