"""Parlour beside its peers, measured in turn within one run, so that ratios hold on a busy machine.

Every repetition plays all of them one after another, each time in another order, at tables of eight and
against the same chat server. What the peers' rules and agents do otherwise stands in docs/bench.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.figure import Figure, repeated, untold
from bench.peers.environments import ROOT, NotInstalled, interpreter, peers
from bench.peers.meter import LINE, Took
from bench.peers.server import Answered, Server, stub_server

REPETITIONS, MATCHES, CALLS, DELAY = 3, 20, 100, 0.05
PATIENCE = 600
OURS, IN_MEMORY, RULES, FASTEST = "Parlour", "Parlour in memory", "Parlour's rules alone", "TextArena"
MOST_MEMORY, MOST_GROWN = 90.0, 6.0


class CannotPlay(Exception):
    """A driver ended without a figure."""


@dataclass(frozen=True, kw_only=True)
class Contestant:
    """Who is measured.

    Attributes:
        is_ours: whether it needs the modules of this checkout.
    """

    name: str
    command: tuple[str, ...]
    is_ours: bool = False


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One repetition of one contestant: what its driver tells, and what the server had to answer."""

    took: Took
    answered: Answered


Turns = Mapping[str, Sequence[Turn]]


def peer_figures(_: Path) -> Iterator[Figure]:
    """Plays at random, then with a model that answers after a fixed delay."""
    ready = [ours(OURS, "disk"), ours(IN_MEMORY, "memory")]
    for peer in peers():
        try:
            python = interpreter(peer)
        except NotInstalled as error:
            yield untold(f"{peer.name}, {peer.requirement}", f"cannot be installed: {error}")
            continue
        driver = f"bench.peers.drivers.{peer.driver}"
        ready.append(Contestant(name=peer.name, command=(str(python), "-m", driver)))
    with stub_server(DELAY) as server:
        turns, why = in_turn([ours(RULES, "rules"), *ready], ("random", str(MATCHES)), server)
        yield from _reasons(why, "at random")
        yield from chance_figures(turns)
        turns, why = in_turn(ready, ("stub", str(CALLS)), server)
        yield from _reasons(why, "by a model")
        yield from stub_figures(turns)


def in_turn(
    contestants: Sequence[Contestant], work: tuple[str, str], server: Server, repetitions: int = REPETITIONS
) -> tuple[Turns, Mapping[str, str]]:
    """Plays all contestants so many times, in another order each time."""
    turns, why = defaultdict[str, list[Turn]](list), dict[str, str]()
    for number in range(repetitions):
        first = number % len(contestants)
        for contestant in (*contestants[first:], *contestants[:first]):
            if contestant.name not in why:
                try:
                    turns[contestant.name].append(_turn(contestant, work, number, server))
                except CannotPlay as error:
                    why[contestant.name] = str(error)
    return {each.name: turns[each.name] for each in contestants if each.name not in why}, why


def chance_figures(turns: Turns) -> Iterator[Figure]:
    """Random matches per second of CPU of each program, and the ratios of Parlour's to TextArena's."""
    rates = {name: [turn.took.matches / turn.took.cpu for turn in played] for name, played in turns.items()}
    for name, each in rates.items():
        yield repeated(f"{name}: random matches per second of CPU", each)
    for name in (RULES, IN_MEMORY) if FASTEST in rates else ():
        ratios = _ratios(rates[name], rates[FASTEST])
        yield repeated(f"random matches per second of CPU, {name} over {FASTEST}", ratios, least=1.0)


def stub_figures(turns: Turns) -> Iterator[Figure]:
    """CPU and memory of a call to a model of each program, and Parlour's CPU over TextArena's."""
    cpu = {
        name: [1000 * turn.took.cpu / turn.took.calls for turn in played] for name, played in turns.items()
    }
    for name, played in turns.items():
        yield repeated(f"{name}: CPU per call, ms", cpu[name])
        size = [turn.answered.characters / turn.answered.calls for turn in played]
        yield repeated(f"{name}: characters of prompt per call", size)
        bars = (MOST_MEMORY, MOST_GROWN) if name == OURS else (0.0, 0.0)
        yield repeated(f"{name}: memory of a match, MB", [turn.took.peak for turn in played], most=bars[0])
        grown = [1000 * turn.took.grown / turn.took.calls for turn in played]
        yield repeated(f"{name}: memory grown per call, KB", grown, most=bars[1])
        yield repeated(f"{name}: CPU until it can play, s", [turn.took.loading for turn in played])
    if FASTEST in cpu:
        yield repeated(f"CPU per call, {OURS} over {FASTEST}", _ratios(cpu[OURS], cpu[FASTEST]), most=1.0)


def _ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    return [one / other for one, other in zip(above, below, strict=True)]


def ours(name: str, kept: str) -> Contestant:
    """Parlour, which keeps its matches on `disk` or in `memory`, or its `rules` alone."""
    module = "bench.peers.parlour_werewolf"
    return Contestant(name=name, command=(sys.executable, "-m", module, kept), is_ours=True)


def _turn(contestant: Contestant, work: tuple[str, str], number: int, server: Server) -> Turn:
    kind, amount = work
    address = [server.url] if kind == "stub" else []
    own = {name: value for name, value in os.environ.items() if contestant.is_ours or name != "PYTHONPATH"}
    command = [*contestant.command, kind, amount, str(1000 * number), *address]
    environment = {**own, "OMP_NUM_THREADS": "1"}
    server.told()
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
        )
    except subprocess.CalledProcessError as error:
        raise CannotPlay(
            (error.stderr.strip().splitlines() or [f"exit code {error.returncode}"])[-1]
        ) from error
    except subprocess.TimeoutExpired as error:
        raise CannotPlay(f"not done after {PATIENCE} s") from error
    [line] = (line for line in done.stdout.splitlines() if line.startswith(LINE))
    took, answered = Took(**json.loads(line.removeprefix(LINE))), server.told()
    if answered.calls != took.calls + took.warming:
        raise CannotPlay(f"the server had {answered.calls} calls, not {took.calls + took.warming}")
    return Turn(took=took, answered=answered)


def _reasons(why: Mapping[str, str], how: str) -> Iterator[Figure]:
    for name, reason in why.items():
        yield untold(f"{name}, {how}", f"cannot play: {reason}")
