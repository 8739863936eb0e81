"""Small matches of every game, played with the reader into a store."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import GameSetup, Seating, Setup, lay_seats, lay_table, open_match
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import BUILT_IN, MatchModels, ModelPool
from parlour.store import Store
from tests.arena.onenights import one_night
from tests.arena.werewolves import werewolves


def games() -> Mapping[str, GameSetup]:
    """A small table of each game."""
    return {
        "mystery": MysterySetup(script=generate(3, players=4), rounds=1),
        "werewolf": werewolves("vwswxgv", days=2),
        "onenight": one_night(),
    }


def laid(game: GameSetup, *, method: str = "plain", seed: int = 1, model: str = BUILT_IN) -> Setup:
    models = ModelPool()
    seating = Seating(method=method, model=model)
    return lay_table(game, seed, lay_seats(game, seed, seating, models.window), embedding=BM25)


def played(store: Store, setup: Setup) -> str:
    """Plays a match to its end, and gives its id."""
    match = store.create(setup)

    async def scenario() -> None:
        log = store.journal(match)
        async with MatchModels(log=log) as models:
            await open_match(setup, log, models, LazyRanking(setup.embedding)).play()

    asyncio.run(scenario())
    return match
