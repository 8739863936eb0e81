"""SIGKILL at points by lot: of matches, of runs on two processes, of a server with people at its tables.

What is left in the end has the very records of what nobody disturbed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random

from bench.figure import Figure
from bench.kill_match import killed_match
from bench.kill_run import killed_run
from bench.kill_server import killed_server
from bench.killed import Killed, MatchRecord, reply_late
from tests.llm.loopback import Loopback

MATCH_KILLS, RUN_KILLS, SERVER_KILLS = 100, 40, 60
AT_ONCE = 8
"""Kills of one match, or of one server, before it is let go on to its end."""


def kill_figures(
    folder: Path, matches: int = MATCH_KILLS, runs: int = RUN_KILLS, servers: int = SERVER_KILLS
) -> Iterator[Figure]:
    """As many kills of each as asked for, in as many repetitions as that takes."""
    with Loopback(reply_late) as server:
        yield from _matches(folder, matches, server)
        yield from _runs(folder, runs, server)
        yield from _servers(folder, servers, server)


def _matches(folder: Path, kills: int, server: Loopback) -> Iterator[Figure]:
    rng, told, whole = Random("match"), list[Killed](), dict[str, MatchRecord]()
    for number in count():
        if not (left := kills - _done(told)):
            break
        whole |= killed_match(folder / "whole", number, 0, server, rng).records
        told.append(killed_match(folder / "killed", number, min(left, AT_ONCE), server, rng))
    name = f"SIGKILL {_done(told)} times to a match, in {len(told)} matches"
    yield from _figures(name, told, whole)


def _runs(folder: Path, kills: int, server: Loopback) -> Iterator[Figure]:
    rng, told = Random("run"), list[Killed]()
    whole = killed_run(folder / "run-whole", 0, server, rng)
    while left := kills - _done(told):
        told.append(killed_run(folder / f"run-{len(told)}", left, server, rng))
    drivers, workers = sum(each.kills for each in told), sum(each.workers for each in told)
    name = f"SIGKILL {drivers} times to a run's driver and {workers} times to a worker, in {len(told)} runs"
    yield from _figures(name, told, whole.records)


def _servers(folder: Path, kills: int, server: Loopback) -> Iterator[Figure]:
    rng, told = Random("server"), list[Killed]()
    whole = killed_server(folder / "server-whole", 0, server, rng)
    while left := kills - _done(told):
        told.append(killed_server(folder / f"server-{len(told)}", min(left, 2 * AT_ONCE), server, rng))
    tables = sum(len(each.records) for each in told)
    name = f"SIGKILL {_done(told)} times to a server with people at its tables, {tables} in all"
    yield from _figures(name, told, whole.records)


def _done(told: Sequence[Killed]) -> int:
    return sum(each.kills + each.workers for each in told)


def _figures(name: str, told: Sequence[Killed], whole: Mapping[str, MatchRecord]) -> Iterator[Figure]:
    differ = sum(each.records[key] != whole.get(key) for each in told for key in each.records)
    strays = sum(each.strays for each in told)
    for what, measured in (("records that differ", differ), ("matches lost or doubled", strays)):
        yield Figure(name=f"{name}: {what}", bar="0", measured=str(measured), is_met=not measured)
