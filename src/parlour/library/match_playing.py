"""A match from its order to its record: what `parlour.play` and the command line both do."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.agents import Agent
from parlour.agents.memory import LazyRanking
from parlour.arena import OUTSIDE, Observer, Record, Setup, Status, seated
from parlour.core import Player
from parlour.errors import UsageError
from parlour.library.place import MEMORY
from parlour.llm import MatchModels, ModelPool, check_settings
from parlour.store import MemoryLog, Store


async def play_on(
    store: Store,
    models: ModelPool,
    match: str,
    *,
    people: Mapping[Player, Agent] | None = None,
    observer: Observer | None = None,
) -> None:
    """Plays a match from wherever it stands to its end; what was answered is not asked again.

    Whatever stops it earlier (a model that is gone, a budget, a cancellation) leaves it to be gone on with.

    Args:
        store: that holds it.
        models: of the seats.
        match: its id.
        people: who sits in the human seats.
        observer: who watches.

    Raises:
        ParlourError: if something stopped it.
    """
    setup, log = store.setup(match), store.journal(match)
    models.carry_over(match, log.dollars)
    match_models, ranking = MatchModels(models, log=log), LazyRanking(setup.embedding)
    await seated(setup, log, match_models, ranking, people, observer, match=match).play()


def unfinished(store: Store, match: str) -> str:
    """The whole id of a match that can be gone on with.

    Raises:
        UnknownMatch: if there is no such match.
        UsageError: if it is finished, or its models have got other settings since.
    """
    record = store.record(store.named(match), with_calls=False)
    if record.status is Status.FINISHED:
        raise UsageError(f"{record.match} is finished; see it again with: parlour replay {record.match}")
    check_settings(seat.holder.model for seat in record.setup.seats)
    return record.match


async def play_in_memory(
    setup: Setup, models: ModelPool, people: Mapping[Player, Agent] | None = None
) -> Record:
    """Plays a match that no store keeps."""
    log = MemoryLog()
    match_models, ranking = MatchModels(models, log=log), LazyRanking(setup.embedding)
    await seated(setup, log, match_models, ranking, people).play()
    return Record(
        match=MEMORY, setup=setup, status=log.status, started="", entries=log.entries, calls=log.calls
    )


def refuse_people(setup: Setup) -> None:
    """Raises `UsageError` if a seat waits for somebody outside."""
    for seat in setup.seats:
        if seat.holder.method in OUTSIDE:
            raise UsageError(
                f"{seat.player}: people and programs sit down at `parlour play` and `parlour serve`,"
                " where somebody can ask them"
            )
