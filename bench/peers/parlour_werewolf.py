"""Parlour's Werewolf as the drivers of its peers play theirs: the same roles, one speech before each vote.

`python -m bench.peers.parlour_werewolf disk ...` keeps every match in SQLite, as Parlour does; `memory` keeps
it as long as it is played, as the peers do; `rules` deals and plays by legal actions alone.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from random import Random

from bench.peers.meter import Meter, drive
from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import Act, Fault, Item, NullObserver, Seat, Setup, open_match
from parlour.core import Action, Request, find_game
from parlour.games.werewolf import RoleTable, WerewolfSetup, seat_names
from parlour.llm import BUILT_IN, MatchModels, ModelPool
from parlour.store import MemoryLog, Store

PLAYERS = 8
ROLES = RoleTable(werewolf=2, seer=1, guard=1, villager=4)
GAME = WerewolfSetup(players=seat_names(PLAYERS, "en"), roles=ROLES, confers=0, ties="lot", reveal="all")


class Counting(NullObserver):
    """Counts what is decided, and what had to be decided by the game, since nothing that was said counts."""

    def __init__(self, meter: Meter) -> None:
        self.faults = 0
        self._meter = meter

    def on_decision(self, act: Act) -> None:
        """One more."""
        self._meter.turns += 1

    def on_item(self, item: Item) -> None:
        """Counts what a seat was not allowed."""
        self.faults += isinstance(item, Fault)


@contextmanager
def opened(meter: Meter, url: str, *, is_kept: bool) -> Generator[Callable[[int], None]]:
    """Plays by chance, or by plain seats on a chat server."""
    method, model = ("plain", f"{url}#fixed") if url else ("random", BUILT_IN)
    pool = ModelPool(concurrency=PLAYERS)
    with (
        tempfile.TemporaryDirectory() as folder,
        Store.open(str(Path(folder) / "peers.db")) as store,
        asyncio.Runner() as runner,
    ):
        context, loop = pool.window(model), runner.get_loop()
        seats = tuple(Seat(player=each, method=method, model=model, context=context) for each in GAME.players)

        def play(seed: int) -> None:
            setup = Setup(game=GAME, seed=seed, language="en", seats=seats, embedding=BM25)
            log = store.journal(store.create(setup)) if is_kept else MemoryLog()
            models = MatchModels(pool, log=log)
            counting = Counting(meter)
            loop.run_until_complete(
                open_match(setup, log, models, LazyRanking(BM25), observer=counting).play()
            )
            if counting.faults:
                raise RuntimeError("somebody did what is not allowed")
            meter.calls = pool.ledger.total.calls if url else 0

        yield play
        runner.run(pool.close())


@contextmanager
def rules_alone(meter: Meter, _: str) -> Generator[Callable[[int], None]]:
    """Plays each state's requests by chance: the deal, legality and events, without seats or a record."""

    def play(seed: int) -> None:
        state, rng = find_game(GAME.name).begin(GAME, seed), Random(seed)
        while not state.is_over:
            requests = state.requests()
            meter.turns += len(requests)
            state, _ = state.apply({request.id: _chosen(request, rng) for request in requests})

    yield play


def _chosen(request: Request, rng: Random) -> Action:
    chosen = tuple(rng.sample(request.options, request.most)) if request.most > 1 else ()
    if request.most == 1:
        chosen = (rng.choice(request.options),)
    return Action(chosen=chosen, speech="I have seen nothing." if request.words else "")


if __name__ == "__main__":
    where = sys.argv.pop(1)
    if where == "rules":
        drive(rules_alone, version("parlour"))
    else:
        drive(lambda meter, url: opened(meter, url, is_kept=where == "disk"), version("parlour"))
