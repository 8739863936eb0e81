"""How fast the laboratory is: matches at once against a slow server, WellPlay's questions, the ladder."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.figure import Figure, at_least, at_most
from bench.fixed import fixed_server
from bench.layers import bare_cost
from bench.slots import slots_server
from parlour.experiments import (
    Cell,
    Failed,
    Played,
    Resources,
    RunDefinition,
    RunPlan,
    Story,
    Suite,
    cells,
    execute,
    find_suite,
)
from parlour.experiments.runner import matches_at_once
from parlour.games.mystery import library
from parlour.games.mystery.arms import MysteryArm
from parlour.llm import Tally

DELAY = 0.25
SHARE, MOST_MS, MOST_RATIO = 0.9, 1.5, 8.0
THROUGHPUT = ((128, 1), (256, 2))
"""Slots of a server, and processes of ours that are to keep it busy."""
AHEAD = 5
"""Calls in flight for every four that the server answers at once."""
LADDER_MATCHES, MOST_LADDER, MOST_ANSWERING = 200, 180.0, 60.0


@dataclass(kw_only=True)
class Counting:
    """Counts the calls of a run."""

    calls: int = 0
    told: list[tuple[float, int]] = field(default_factory=list[tuple[float, int]])

    def on_end(self, outcome: Played | Failed) -> None:
        """Every cell must come to a score."""
        match outcome:
            case Failed(why=why):
                raise RuntimeError(why)
            case Played():
                pass

    def spent(self, tally: Tally) -> None:
        """Keeps the count, and when it was told."""
        self.calls = tally.calls
        self.told.append((time.perf_counter(), tally.calls))

    @property
    def rate(self) -> float:
        """Calls a second while as many matches are played as may be: neither at the beginning nor the end."""
        middle = [each for each in self.told if 0.2 <= each[1] / self.calls <= 0.8] or self.told
        (began, first), (ended, last) = middle[0], middle[-1]
        return (last - first) / (ended - began) if ended > began else 0.0

    def say(self, sentence: str) -> None:
        """Nothing should have to be said."""
        raise RuntimeError(sentence)


@dataclass(frozen=True, kw_only=True)
class Took:
    """What a run took: calls, how many a second, seconds on the wall, and of CPU of all its processes."""

    calls: int
    rate: float
    seconds: float
    cpu: float


def throughput_figures(folder: Path) -> Iterator[Figure]:
    """How much of a server's capacity many matches use, and what a call costs us, its client included.

    The server answers so many calls at once; a few more wait in its queue, as `AHEAD` says, so that it never
    waits for the client to write one. Its own CPU is not counted, but it must have a core to itself.
    """
    with slots_server(0.0, 16) as model:
        _at_once(model, folder, matches=1, concurrency=16, jobs=1)  # imports are no part of it
    for slots, jobs in THROUGHPUT:
        with slots_server(DELAY, slots) as model:
            matches = matches_at_once(model, slots)
            took = _at_once(model, folder, matches=matches, concurrency=slots * AHEAD // 4, jobs=jobs)
        name = f"a server of {slots}, {matches} matches, {jobs} process{'es' * (jobs > 1)}"
        yield at_least(f"{name}: share of {slots / DELAY:.0f} calls/s", SHARE, took.rate / (slots / DELAY))
        if jobs == 1:
            milliseconds = 1000 * took.cpu / took.calls
            yield at_most(f"{name}: CPU per call of a whole match, ms", MOST_MS, milliseconds)
            ratio = milliseconds / (1000 * bare_cost())
            yield at_most(f"{name}: CPU per call over that of aiohttp alone", MOST_RATIO, ratio)


def _at_once(model: str, folder: Path, *, matches: int, concurrency: int, jobs: int) -> Took:
    suite = _suite(MysteryArm(name="PLAYER*", method="player-star", rounds=1))
    stories = [Story(id="generated", language="en", seed=0)]
    planned = list(cells(suite, stories, matches, 1))
    store = str(folder / f"{matches}-at-once-{concurrency}-{jobs}.db")
    plan = _plan(_run(suite, model, "generated", matches), suite, planned)
    return _take(plan, Resources(store=store, jobs=jobs), slots=concurrency)


def answering_figures(folder: Path) -> Iterator[Figure]:
    """All questions of WellPlay, put to players who read their own script and no more."""
    wellplay = Path(os.environ.get("PARLOUR_WELLPLAY", "../shared/wellplay"))
    if not wellplay.is_dir():
        return
    os.environ["PARLOUR_SCRIPTS"] = str(folder / "scripts")
    scripts = [library.add(script) for script, _ in library.import_folder(wellplay)]
    suite = _suite(MysteryArm(name="PP", method="plain", is_played=False))
    stories = [Story(id=script.id, language=script.language) for script in scripts]
    with fixed_server() as model:
        run = _run(suite, model, "wellplay", 1)
        plan = _plan(run, suite, list(cells(suite, stories, 1, 1)))
        took = _take(plan, Resources(store=str(folder / "answering.db"), jobs=2), slots=32)
    name = f"WellPlay's answers, {len(scripts)} scripts, {took.calls} calls"
    yield at_most(f"{name}: s on 2 cores, server and all", MOST_ANSWERING, took.seconds)
    yield at_most(f"{name}: s of CPU, its client and all", 0, took.cpu)


def ladder_figures(folder: Path) -> Iterator[Figure]:
    """The first matches of the ladder with the reader, in as many processes as there are cores."""
    suite = find_suite("ladder")
    run = _run(suite, "reader", "generated", LADDER_MATCHES)
    stories = [Story(id="generated", language="en", seed=seed) for seed in range(LADDER_MATCHES)]
    first = list(cells(suite, stories, 1, 1))[:LADDER_MATCHES]
    took = _take(_plan(run, suite, first), Resources(store=str(folder / "ladder.db")), slots=64)
    yield at_most(f"{LADDER_MATCHES} matches of the ladder with the reader, s", MOST_LADDER, took.seconds)


def _take(plan: RunPlan, means: Resources, *, slots: int) -> Took:
    watcher, began, cpu = Counting(), time.perf_counter(), _cpu()
    execute(plan, Resources(store=means.store, jobs=means.jobs, concurrency=slots), slots, watcher)
    seconds = time.perf_counter() - began
    return Took(calls=watcher.calls, rate=watcher.rate, seconds=seconds, cpu=_cpu() - cpu)


def _cpu() -> float:
    """Of this process and of all that have ended."""
    told = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in told)


def _plan(run: RunDefinition, suite: Suite, planned: list[Cell]) -> RunPlan:
    return RunPlan(run=run, suite=suite, cells=tuple(planned), held={})


def _suite(condition: MysteryArm) -> Suite:
    return Suite(
        name="bench",
        title="",
        source="",
        conditions=(condition,),
        metrics=("overall",),
        stories="generated",
        published={},
    )


def _run(suite: Suite, model: str, stories: str, games: int) -> RunDefinition:
    return RunDefinition(
        suite=suite.name,
        model=model,
        stories=stories,
        language=None,
        games=games,
        evaluations=1,
        sought="",
        embedding="bm25",
        seed=0,
    )
