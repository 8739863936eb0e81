"""Calls to the reader as real matches make them, in either language."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import cache

from parlour.agents.memory import LazyRanking
from parlour.arena import GameSetup, open_match
from parlour.games.mystery import MysterySetup, generate
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import Call, Completion, Language, MatchModels, ModelPool, OnChunk
from parlour.reader import Reader
from parlour.store import MemoryLog
from tests.arena.mysteries import laid

LANGUAGES: tuple[Language, ...] = ("en", "zh")


@dataclass
class KeepingReader(Reader):
    """The reader, with every call that it has answered."""

    calls: list[Call] = field(default_factory=list[Call])

    def __post_init__(self) -> None:
        super().__init__()

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        self.calls.append(call)
        return await super().complete(call, on_chunk)


@cache
def mystery_calls(language: Language, method: str = "player-star") -> tuple[Call, ...]:
    """Every call of a mystery of six, in their order."""
    return calls_of(MysterySetup(script=generate(3, players=6, lang=language), answers=False), method)


@cache
def werewolf_calls(language: Language, method: str = "gratr") -> tuple[Call, ...]:
    """Every call of a game of Werewolf of seven, in their order."""
    game = WerewolfSetup(players=seat_names(7, language), language=language)
    return calls_of(game, method)


def calls_of(game: GameSetup, method: str) -> tuple[Call, ...]:
    """Every call of a match, in their order."""
    reader, log = KeepingReader(), MemoryLog()
    setup = laid(game, model="reader", method=method, seed=3, context=1_000_000)

    async def scenario() -> None:
        async with MatchModels(ModelPool(opener=lambda _: reader), log=log) as models:
            await open_match(setup, log, models, LazyRanking(setup.embedding)).play()

    asyncio.run(scenario())
    return tuple(reader.calls)
