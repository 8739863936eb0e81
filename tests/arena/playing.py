"""Playing a match through the real door, and what it left."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence

from parlour.agents import Agent
from parlour.agents.memory import LazyRanking
from parlour.arena import (
    Observer,
    Record,
    RecordedCall,
    Replay,
    Setup,
    open_match,
    replay,
)
from parlour.core import Player
from parlour.llm import MatchModels
from parlour.store import MemoryLog
from tests.arena.replies import texts
from tests.llm.loopback import Body


def play(
    setup: Setup,
    log: MemoryLog | None = None,
    *,
    people: Mapping[Player, Agent] | None = None,
    observer: Observer | None = None,
) -> MemoryLog:
    """Plays a match, or plays it on, and gives its log."""
    kept = log or MemoryLog()

    async def scenario() -> None:
        async with MatchModels(log=kept) as models:
            await open_match(setup, kept, models, LazyRanking(setup.embedding), people, observer).play()

    asyncio.run(scenario())
    return kept


def recorded(setup: Setup, log: MemoryLog) -> Record:
    """The record of a match that was played into that log."""
    return Record(match="m", setup=setup, status=log.status, started="", entries=log.entries, calls=log.calls)


def played_again(record: Record) -> Replay:
    """What a replay of the record comes to."""
    return asyncio.run(replay(record, MemoryLog(record.calls)))


def journal(log: MemoryLog) -> list[tuple[str, str]]:
    """The entries of a match, to be compared byte for byte."""
    return [(entry.kind, entry.json) for entry in log.entries]


def purposes(calls: Sequence[RecordedCall]) -> Counter[str]:
    """How many calls there were for each purpose, retrieval and people apart."""
    names = (call.key.purpose for call in calls)
    return Counter(name for name in names if not name.startswith("retrieve-") and name != "human")


def sent_for(player: Player, bodies: Sequence[Body], calls: Sequence[RecordedCall]) -> list[str]:
    """The words that the server was sent on behalf of one seat, as the server got them.

    Words that several seats sent alike are counted to each of them in turn.
    """
    asked: dict[tuple[str, str], list[Player]] = {}
    for call in calls:
        system, user = ("\n\n".join(part.text for part in parts) for parts in (call.system, call.user))
        asked.setdefault((system, user), []).append(call.key.player)
    return [texts(body) for body in bodies if _taken(asked[_head(body)]) == player]


def _taken(players: list[Player]) -> Player:
    """The next of them; the last one for all that follow, as after a repair."""
    return players.pop(0) if len(players) > 1 else players[0]


def _head(body: Body) -> tuple[str, str]:
    """The system and the user message of a request, without repairs."""
    told = {message["role"]: message["content"] for message in reversed(body["messages"])}
    return str(told["system"]), str(told["user"])
