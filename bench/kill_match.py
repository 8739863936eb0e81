"""Matches that are killed again and again, beside the same ones that nobody disturbs."""

from __future__ import annotations

from pathlib import Path
from random import Random

from bench.forked import begun, killed
from bench.killed import DELAY, Killed, read_match
from bench.victims import play_match
from parlour.arena import Setup
from parlour.store import Store
from tests.arena.mysteries import laid, mystery
from tests.arena.onenights import one_night
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Loopback

MOST_BETWEEN = 12
"""Calls from one kill to the next; a match has some forty."""


def killed_match(folder: Path, number: int, kills: int, server: Loopback, rng: Random) -> Killed:
    """Plays a match that is killed so often at most, and then to its end."""
    folder.mkdir(parents=True, exist_ok=True)
    db, told = str(folder / f"match-{number}-{kills}.db"), Killed()
    with Store.open(db) as store:
        match = store.create(_table(server.model, number))
    while told.kills < kills:
        with begun(play_match, db, match) as process:
            if not killed(process, lambda: len(server.requests), MOST_BETWEEN, rng, 2 * DELAY):
                break
        told.kills += 1
    else:
        with begun(play_match, db, match) as process:
            process.join()
            if process.exitcode:
                raise RuntimeError("the match did not go on")
    with Store.open(db) as store:
        told.records[str(number)] = read_match(store, match, server.model)
        told.strays = sum(each.status != "finished" for each in store.matches()) + len(store.matches()) - 1
    return told


def _table(model: str, number: int) -> Setup:
    """A small table of each game in turn."""
    games = (mystery(players=3, rounds=1), werewolves("vwsvx"), one_night("swvvt"))
    methods = ("plain", "player-star", "gratr", "humanized")
    method = methods[number // len(games) % len(methods)]
    return laid(games[number % len(games)], model=model, method=method, seed=number)
