"""What playing takes: the authors' scripts, generated mysteries, matches of the reader."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from bench.figure import Figure, at_most
from bench.fixed import FixedProvider, fixed_server
from bench.footprint import peak_memory
from bench.matches import Measured, most_read_a_day, play, play_game, reused_share
from parlour.arena import replay
from parlour.games.mystery import Script, generate, library
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.store import MemoryLog

DELAY = 0.25
CHAIN = {"Sin": 34, "Solitary Boat Firefly": 154}
CALLS = {"Sin": (76, 56), "Solitary Boat Firefly": (486, 318)}
TOKENS = {"Sin": 0.25, "Solitary Boat Firefly": 3.8}
MOST_OF_CHAIN, MOST_MS, MOST_REPLAY, LEAST_REUSED = 1.2, 5.0, 2.0, 0.6
MOST_MEMORY = 400.0
TABLES, CORES, MOST_HUNDRED, MOST_READ = 20, 2, 60.0, 8


def _scripts() -> list[Script]:
    """Sin and Firefly from the authors' folder, where it is there; else the mysteries that ship."""
    folder = Path(os.environ.get("PARLOUR_WELLPLAY", "../shared/wellplay"))
    if not folder.is_dir():
        return [library.find("lighthouse", "en"), library.find("teahouse", "en")]
    imported = [script for script, _ in library.import_folder(folder, "en")]
    return [script for script in imported if script.title in CHAIN]


def _play_figures(script: Script, folder: Path) -> Iterator[Figure]:
    """Calls, tokens, prefixes, chain and replay of one script."""
    title = script.title
    most, most_verbal = CALLS.get(title, (0, 0))
    with fixed_server() as model:
        played = play(script, model, folder)
        verbal = play(script, model, folder, method="player-star:gain=verbal")
    yield at_most(f"{title}: calls", most, played.calls)
    yield at_most(f"{title}: calls, verbal gain", most_verbal, verbal.calls)
    yield at_most(f"{title}: input tokens, M", TOKENS.get(title, 0), played.input_tokens / 1e6)
    reused = reused_share(played.record)
    is_bound = title == "Sin"
    yield Figure(
        name=f"{title}: input tokens in a prefix sent before",
        bar=f"≥ {LEAST_REUSED:.0%}" if is_bound else "",
        measured=f"{reused:.1%}",
        is_met=reused >= LEAST_REUSED if is_bound else None,
    )
    alone = play(script, "fixed", folder, opener=lambda _: FixedProvider())
    yield at_most(f"{title}: engine's own CPU per call, ms", MOST_MS, 1000 * alone.cpu / alone.calls)
    yield at_most(f"{title}: the same with the HTTP client, ms", 0, 1000 * played.cpu / played.calls)
    yield from _chain(script, folder)
    yield _replayed(title, played)


def _chain(script: Script, folder: Path) -> Iterator[Figure]:
    links = CHAIN.get(script.title, 0)
    with fixed_server(DELAY) as model:
        slow = play(script, model, folder)
    times = slow.seconds / (DELAY * links) if links else 0
    yield at_most(f"{script.title}: time over that of {links} calls in a chain", MOST_OF_CHAIN, times)


def _replayed(title: str, played: Measured) -> Figure:
    began = time.perf_counter()
    told = asyncio.run(replay(played.record, MemoryLog(played.record.calls)))
    seconds = time.perf_counter() - began
    players = len(played.record.setup.players)
    figure = at_most(f"{title}: replay of {players} players, s", MOST_REPLAY, seconds)
    return figure if told.is_identical else replace(figure, measured="differs", is_met=False)


def generator_figures(_: Path) -> Iterator[Figure]:
    """How long a mystery takes to make, proof and all: the worst of twenty seeds."""
    generate(0, players=6)
    for players, victims, bar in ((6, 1, 0.05), (12, 4, 1.0)):
        worst = max(_made(seed, players, victims) for seed in range(20))
        yield at_most(f"a mystery of {players} with {victims} killed is made, s", bar, worst)
    for number, (players, victims) in product(range(2, 7), ((8, 1), (12, 4))):
        worst = max(_made(seed, players, victims, number) for seed in range(5))
        yield at_most(
            f"difficulty {number}: a mystery of {players} with {victims} killed is made, s", 0, worst
        )


def reader_figures(folder: Path) -> Iterator[Figure]:
    """What a match with the reader takes: the mean of ten seeds, imports and answers apart."""
    play(generate(0, players=4), "reader", folder)
    for players, victims, bar in ((6, 1, 0.4), (9, 3, 0)):
        taken = [
            play(generate(seed, players=players, victims=victims), "reader", folder).cpu for seed in range(10)
        ]
        yield at_most(
            f"reader: a match of {players} with {victims} killed, s of CPU", bar, sum(taken) / len(taken)
        )
    command = [str(Path(sys.executable).with_name("parlour")), "play", "--seed", "1", "--json"]
    yield at_most(
        "parlour play: most memory, MB", MOST_MEMORY, peak_memory([*command, "--db", str(folder / "play.db")])
    )


def table_figures(folder: Path) -> Iterator[Figure]:
    """What a hundred games of Werewolf with the reader would take, from the mean of twenty seeds."""
    for method, bar in (("gratr", MOST_HUNDRED), ("plain", 0)):
        game = WerewolfSetup(players=seat_names(8, "en"))
        played = [play_game(game, "reader", folder, method=method, seed=seed) for seed in range(TABLES)]
        taken = [each.cpu for each in played]
        name = (
            f"reader: 100 games of Werewolf of 8, all {method}, s on {CORES} cores, by the mean of {TABLES}"
        )
        yield at_most(name, bar, 100 * sum(taken) / len(taken) / CORES)
        if method == "gratr":
            most = max(most_read_a_day(each.record) for each in played)
            yield at_most("GRATR: readings of a day's speeches, for all 8 observers", MOST_READ, most)


def _made(seed: int, players: int, victims: int, difficulty: str | int = "normal") -> float:
    began = time.perf_counter()
    generate(seed, players=players, victims=victims, difficulty=difficulty)
    return time.perf_counter() - began


def script_figures(folder: Path) -> Iterator[Figure]:
    """What the authors' scripts cost."""
    for script in _scripts():
        yield from _play_figures(script, folder)
