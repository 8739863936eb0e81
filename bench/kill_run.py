"""A run on two processes that is killed again and again, beside the same on one that nobody disturbs."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

from bench.forked import PATIENCE, await_point, begun, forking
from bench.killed import DELAY, Killed, read_match
from bench.victims import play_run
from parlour.experiments import RUN, Played
from parlour.store import Store
from tests.llm.loopback import Loopback

MOST_BETWEEN = 40
"""Calls from one kill to the next; a run has some two hundred, and about a third of them before it is known
that the models answer."""
EXPERIMENT = """
name: killed
title: Killed
game: werewolf
players: 6
arms:
  - {name: plain, method: "plain:window=15"}
  - {name: random, method: random}
metrics: [win_rate]
languages: [en]
games: 4
"""


def killed_run(folder: Path, kills: int, server: Loopback, rng: Random) -> Killed:
    """Plays a run on two processes that is killed so often at most, and then to its end; unkilled, on one."""
    folder.mkdir(parents=True)
    file, db, told = folder / "killed.yaml", str(folder / "run.db"), Killed()
    file.write_text(EXPERIMENT)
    jobs = "2" if kills else "1"
    asked = ["run", str(file), "--model", server.model, "--jobs", jobs, "--concurrency", "4", "--db", db]
    while told.kills + told.workers < kills and _is_killed(asked, server, told, rng):
        pass
    hired, hiring = forking().Pipe(duplex=False)
    with begun(play_run, asked, hiring) as run:
        run.join(PATIENCE)
        if run.exitcode:
            raise RuntimeError("the run did not go on")
    hired.close()
    _read(db, told, server.model)
    return told


def _is_killed(asked: list[str], server: Loopback, told: Killed, rng: Random) -> bool:
    """Goes on with the run to a point by lot, and kills there; whether it was still running."""
    hired, hiring = forking().Pipe(duplex=False)
    with begun(play_run, asked, hiring) as run:
        await_point(run, lambda: len(server.requests), len(server.requests) + rng.randint(0, MOST_BETWEEN))
        time.sleep(rng.random() * DELAY)
        workers = _told(hired)
        if not run.is_alive():
            return False
        if workers and rng.random() < 1 / 2 and _kill(rng.choice(workers)):
            told.workers += 1
        else:
            run.kill()
            told.kills += 1
        run.join(PATIENCE)
    for worker in workers + _told(hired):
        _see_out(worker)
    return True


def _kill(worker: int) -> bool:
    """Whether there was a worker to be killed: at the end of a run its driver may still write."""
    try:
        os.kill(worker, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _told(hired: Connection) -> list[int]:
    """The workers that the driver has told of since it was asked last."""
    workers: list[int] = []
    with suppress(EOFError):
        while hired.poll():
            workers.append(hired.recv())
    return workers


def _see_out(worker: int) -> None:
    """Waits until a worker has put its matches down whose driver is gone."""
    deadline = time.monotonic() + PATIENCE
    with suppress(ProcessLookupError):
        while time.monotonic() < deadline:
            os.kill(worker, 0)
            time.sleep(0.005)
        raise RuntimeError("a worker outlives its driver")


def _read(db: str, told: Killed, model: str) -> None:
    with Store.open(db) as store:
        [run] = store.runs(RUN)
        cells = {
            key: Played.model_validate_json(json) for key, json in store.cells(run).items() if key != RUN
        }
        for key, played in cells.items():
            told.records[key] = read_match(store, played.match, model)
        named = {played.match for played in cells.values() if played.score}
        told.strays = sum(each.match not in named or each.status != "finished" for each in store.matches())
