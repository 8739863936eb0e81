"""How many decisions of learners an environment takes, and how many games of bots a table plays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bench.figure import Figure, at_least
from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Journal, Seat, Setup, open_match
from parlour.core import GAMES as INSTALLED
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.integrations.envs import environment
from parlour.llm import MatchModels, ModelPool
from parlour.store import MemoryLog, Store

LEAST_STEPS, LEAST_GAMES = 3000.0, 150.0
STEPS, GAMES, ROUNDS = 3000, 50, 3
"""So many are taken for one measurement; of so many measurements the best counts."""


def env_figures(folder: Path) -> Iterator[Figure]:
    """PettingZoo's steps in every game, and random Werewolf of 8 with a database and without."""
    for game in INSTALLED.names:
        best = max(_steps(environment(game).env()) for _ in range(ROUNDS))
        yield at_least(f"PettingZoo: {game}, steps a second of CPU, without speech", LEAST_STEPS, best)
    best = max(_games(lambda _: MemoryLog()) for _ in range(ROUNDS))
    yield at_least("random Werewolf of 8, games a second of CPU", LEAST_GAMES, best)
    with Store.open(str(folder / "random.db")) as store:
        best = max(_games(lambda setup: store.journal(store.create(setup))) for _ in range(ROUNDS))
    yield at_least("the same, each step kept in SQLite", 0, best)


def _steps(env: Any) -> float:
    """Of choices by lot."""
    rng, taken, began = Random(0), 0, time.process_time()
    env.reset(seed=0)
    while taken < STEPS:
        for agent in env.agent_iter(STEPS):
            observed, _, is_over, is_cut, _ = env.last()
            free = np.flatnonzero(observed["action_mask"])
            env.step(None if is_over or is_cut else int(free[rng.randrange(len(free))]))
            taken += 1
            del agent
        env.reset()
    return taken / (time.process_time() - began)


def _games(log: Callable[[Setup], Journal]) -> float:
    game = WerewolfSetup(players=seat_names(8, "en"))
    seats = tuple(Seat(player=player, method="random") for player in game.players)
    models = ModelPool()

    async def play(seed: int) -> None:
        setup = Setup(game=game, seed=seed, language="en", seats=seats, embedding=BM25)
        kept = log(setup)
        await open_match(setup, kept, MatchModels(models, log=kept), LazyRanking(BM25)).play()

    async def many() -> None:
        for seed in range(GAMES):
            await play(seed)

    began = time.process_time()
    asyncio.run(many())
    return GAMES / (time.process_time() - began)
