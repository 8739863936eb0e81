"""A run on two processes that is killed again and again, beside the same on one that nobody disturbs."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.figure import Figure
from parlour.experiments import RUN, Played
from parlour.llm import CallKey
from parlour.store import Store
from tests.arena.replies import varied
from tests.llm.loopback import Answer, Body, Loopback

KILLS = 200
DELAY = 0.02
MOST_BETWEEN = 40
"""Calls from one kill to the next; a run has some two hundred, and about a third of them before it is known
that the models answer."""
PATIENCE = 120.0
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

CellRecord = tuple[str, list[tuple[str, str]], dict[CallKey, str]]
"""A cell's setup but for the server's port, its entries, and its replies by their keys."""


@dataclass(kw_only=True)
class Killed:
    """What came of a run that was killed.

    Attributes:
        drivers: how often the process was killed that hands out the cells.
        workers: how often one that plays them.
        records: by cell.
        strays: matches that belong to no cell, or are not finished.
    """

    drivers: int = 0
    workers: int = 0
    records: dict[str, CellRecord] = field(default_factory=dict[str, CellRecord])
    strays: int = 0


def kill_figures(folder: Path, kills: int = KILLS) -> Iterator[Figure]:
    """As many kills as asked for, in as many runs as that takes, each beside one without any."""
    rng, runs = Random("kills"), list[Killed]()
    undisturbed = killed_run(folder / "undisturbed", 0, rng)
    while (done := sum(run.drivers + run.workers for run in runs)) < kills:
        runs.append(killed_run(folder / f"killed-{len(runs)}", kills - done, rng))
    differ = sum(run.records != undisturbed.records for run in runs)
    strays = sum(run.strays for run in (undisturbed, *runs))
    drivers, workers = sum(run.drivers for run in runs), sum(run.workers for run in runs)
    name = f"SIGKILL {drivers} times to a run's driver and {workers} times to a worker, in {len(runs)} runs"
    for what, measured in (("records that differ", differ), ("matches lost or doubled", strays)):
        yield Figure(name=f"{name}: {what}", bar="0", measured=str(measured), is_met=not measured)


def killed_run(folder: Path, kills: int, rng: Random) -> Killed:
    """Plays a run on two processes that is killed so often at most, and then to its end; unkilled, on one."""
    folder.mkdir(parents=True)
    file, db, told = folder / "killed.yaml", str(folder / "run.db"), Killed()
    file.write_text(EXPERIMENT)
    with Loopback(_reply) as server:
        jobs = "2" if kills else "1"
        asked = ["run", str(file), "--model", server.model, "--jobs", jobs, "--concurrency", "4", "--db", db]
        while told.drivers + told.workers < kills and _is_killed(asked, server, told, rng):
            pass
        ended = _started(asked)
        if ended.wait(PATIENCE):
            raise RuntimeError("the run did not go on")
    _read(db, told, server.model)
    return told


def _reply(body: Body) -> Answer:
    answer = varied(body)
    return Answer(text=answer.text, probabilities=answer.probabilities, delay=DELAY)


def _started(asked: list[str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "parlour", *asked], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _is_killed(asked: list[str], server: Loopback, told: Killed, rng: Random) -> bool:
    """Goes on with the run to a point by lot, and kills there; whether it was still running."""
    until = len(server.requests) + rng.randint(1, MOST_BETWEEN)
    with _started(asked) as run:
        deadline = time.monotonic() + PATIENCE
        while len(server.requests) < until and run.poll() is None and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(rng.random() * DELAY)
        workers = _workers(run.pid)
        if run.poll() is not None:
            return False
        if workers and rng.random() < 1 / 2:
            subprocess.run(["kill", "-KILL", rng.choice(workers)], check=False, stderr=subprocess.DEVNULL)
            run.wait(PATIENCE)
            told.workers += 1
        else:
            run.kill()
            told.drivers += 1
    return True


def _workers(driver: int) -> list[str]:
    """The processes in which the driver has matches played."""
    found = subprocess.run(
        ["pgrep", "-P", str(driver), "-f", "spawn_main"], capture_output=True, text=True, check=False
    )
    return found.stdout.split()


def _read(db: str, told: Killed, model: str) -> None:
    with Store.open(db) as store:
        [run] = store.runs(RUN)
        cells = {
            key: Played.model_validate_json(json) for key, json in store.cells(run).items() if key != RUN
        }
        for key, played in cells.items():
            record = store.record(played.match)
            entries = [(each.kind, each.json) for each in record.entries]
            replies = {call.key: call.completion.text for call in record.calls}
            told.records[key] = (record.setup.model_dump_json().replace(model, ""), entries, replies)
        named = {played.match for played in cells.values() if played.score}
        told.strays = sum(each.match not in named or each.status != "finished" for each in store.matches())
