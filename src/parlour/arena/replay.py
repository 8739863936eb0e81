"""Running a match again against its recorded replies."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

from parlour.arena.entries import Entry
from parlour.arena.match import MatchLoop, Observer
from parlour.arena.record import Record, SeatAssignment, Setup
from parlour.arena.seating import MatchLog, seat_agents, start_state
from parlour.core import GAMES
from parlour.errors import ReplayDiffers
from parlour.llm import LanguageModel, MatchModels


class Log(MatchLog, Protocol):
    """A log that tells what it holds."""

    @property
    def entries(self) -> tuple[Entry, ...]: ...


@dataclass(frozen=True, kw_only=True)
class Replay:
    """The result of a replay.

    Attributes:
        difference: where the journals part, in words; None if they are the same byte for byte.
    """

    events: int
    difference: str | None

    @property
    def is_identical(self) -> bool:
        return self.difference is None


async def replay(record: Record, log: Log, observer: Observer | None = None) -> Replay:
    """Runs a match again without any model and compares the journals.

    A match that was stopped is replayed as far as it went.
    """
    ran_out: str | None = None
    try:
        await rerun(record.setup, log, observer)
    except ReplayDiffers as error:
        ran_out = str(error)
    events = sum(entry.kind == "event" for entry in log.entries)
    return Replay(events=events, difference=_difference(record, log.entries, ran_out))


async def rerun(setup: Setup, log: MatchLog, observer: Observer | None = None) -> None:
    """Runs a match again from what a log holds, without any model."""
    models = MatchModels(log=log)

    def recorded_model(holder: SeatAssignment) -> LanguageModel:
        return models.replay(holder.model, context=holder.context)

    agents = seat_agents(setup, log, recorded_model, ranking=None, people={})
    rules = GAMES.guard(setup.game.name)
    await MatchLoop(start_state(setup), agents, log, observer, rules=rules).play()


def _difference(record: Record, again: tuple[Entry, ...], ran_out: str | None) -> str | None:
    for recorded, new in zip_longest(record.entries, again):
        if new is None:
            why = ran_out or "the match ends before it"
            return f"entry {recorded.number} of the record was not reached: {why}"
        if recorded is None:
            return None if record.status != "finished" else f"entry {new.number} is not in the record"
        if recorded != new:
            return f"entry {new.number} was {recorded.json[:200]} and is now {new.json[:200]}"
    return None if ran_out is None or record.status != "finished" else ran_out
