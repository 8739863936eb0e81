"""Checks that every match must pass, for any game and any method.

An external package tests with them that its game can be played, or that its method plays every game.
"""

from __future__ import annotations

import asyncio

from parlour.agents.memory import BM25
from parlour.arena import Record, Seat, Seating, Setup, lay_seats, lay_table, replay
from parlour.core import GameAsked, GameSetup
from parlour.evaluation import audit
from parlour.llm import BUILT_IN, Language, ModelPool
from parlour.store import MemoryLog, play_in_memory


def lay_alike(
    request: GameAsked, method: str, *, model: str = BUILT_IN, seed: int = 1, language: Language | None = None
) -> Setup:
    """Returns a setup with one method in every seat."""
    game = request.deal(seed, language)
    seats = asyncio.run(_seats(game, seed, Seating(method=method, model=model)))
    return lay_table(game, seed, seats, embedding=BM25)


def check_match(setup: Setup) -> Record:
    """Plays a match and checks that it has no fault and no leak, and that its replay is identical."""
    record = asyncio.run(_play(setup))
    wrong = [f"{fault.player}, {fault.purpose}: {fault.problem}" for fault in record.faults]
    assert not wrong, f"{len(wrong)} decisions are at fault: {wrong[0]}"
    leaks = [f"{leak.player}, {leak.purpose}: {leak.problem}" for leak in audit(record)]
    assert not leaks, f"{len(leaks)} prompts leak: {leaks[0]}"
    difference = asyncio.run(replay(record, MemoryLog(record.calls))).difference
    assert difference is None, f"a replay differs: {difference}"
    return record


async def _seats(game: GameSetup, seed: int, seating: Seating) -> tuple[Seat, ...]:
    async with ModelPool() as models:
        return lay_seats(game, seed, seating, models.window)


async def _play(setup: Setup) -> Record:
    async with ModelPool() as models:
        return await play_in_memory(setup, models)
