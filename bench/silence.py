"""Whether a person matters: mysteries that need the words of a seat, with a person in it who says nothing.

The same mysteries are played with the same agents, and in that seat either nobody speaks or somebody tells
what they know, as the reader does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from bench.figure import Figure
from parlour.arena import HUMAN, Seat, Setup, SilentPerson, hold, lay_table
from parlour.evaluation import wilson
from parlour.games.mystery import MysterySetup, Team, generate
from parlour.library.match import outcome_of
from parlour.llm import BUILT_IN, ModelPool
from parlour.store import play_in_memory

GAMES, ROUNDS, METHOD, WINDOW = 100, 2, "plain", 32768
SEATS, MOST_WON = 6, 0.5
LANGUAGES = ("en", "zh")


def silence_figures(_: Path) -> Iterator[Figure]:
    """How often the civilians win with somebody silent in the seat, and with somebody who tells."""
    silent, telling = asyncio.run(_played())
    won, told = sum(silent) / GAMES, sum(telling) / GAMES
    yield Figure(
        name="mystery that needs a seat, nobody speaks in it: the civilians win",
        bar=f"≤ {MOST_WON:g}",
        measured=_shown(won),
        is_met=won <= MOST_WON,
    )
    yield Figure(
        name="the same, somebody tells what they know",
        bar="more, intervals apart",
        measured=_shown(told),
        is_met=wilson(told, GAMES)[0] > wilson(won, GAMES)[1],
    )


def _shown(share: float) -> str:
    low, high = wilson(share, GAMES)
    return f"{share:.2f} [{low:.2f}, {high:.2f}] of {GAMES}"


async def _played() -> tuple[list[bool], list[bool]]:
    """Whether the civilians won each, with the seat silent and not; only where it is an innocent's."""
    silent, telling, seed = list[bool](), list[bool](), 0
    while len(silent) < GAMES:
        seat, language = seed % SEATS, LANGUAGES[seed // SEATS % 2]
        script = generate(seed, players=SEATS, needed=str(seat + 1), lang=language)
        if not script.victims_of(script.players[seat]):
            game = MysterySetup(script=script, rounds=ROUNDS, answers=False)
            silent.append(await _is_won(_laid(game, seed, seat, HUMAN)))
            telling.append(await _is_won(_laid(game, seed, seat, METHOD)))
        seed += 1
    return silent, telling


def _laid(game: MysterySetup, seed: int, seat: int, method: str) -> Setup:
    methods = [method if number == seat else METHOD for number in range(len(game.players))]
    held = zip(game.players, methods, strict=True)
    seats = tuple(
        Seat(player=name, **vars(hold(name, how, BUILT_IN, lambda _: WINDOW))) for name, how in held
    )
    return lay_table(game, seed, seats)


async def _is_won(setup: Setup) -> bool:
    people = {seat.player: SilentPerson() for seat in setup.seats if seat.method == HUMAN}
    async with ModelPool() as models:
        return outcome_of(await play_in_memory(setup, models, people)).winner == Team.CIVILIAN
