"""Measures every figure, or those of the parts named, and prints the table; exit code 1 if one is missed.

`--out FILE.json` keeps each part as soon as it is measured: `bench.compare` sets two such files side by side,
and `bench.page` writes one into docs/bench.md.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.calibration import calibration_figures
from bench.envs import env_figures
from bench.faults import fault_figures
from bench.figure import Figure, at_most
from bench.fixed import FixedProvider, fixed_server
from bench.footprint import peak_memory
from bench.fuzz import fuzz_figures
from bench.growth.measured import growth_figures
from bench.hearing import hearing_figures
from bench.injections import injection_figures
from bench.installed import installed_figures
from bench.kept import keep
from bench.kills import kill_figures
from bench.layers import layer_figures
from bench.leaks import leak_figures
from bench.matches import Measured, most_read_a_day, play, play_game, reused_share
from bench.mutants import mutation_figures
from bench.mystery_tells import mystery_figures
from bench.nights import night_figures
from bench.peers.beside import peer_figures
from bench.runs import answering_figures, ladder_figures, throughput_figures
from bench.silence import silence_figures
from bench.strength import strength_figures
from bench.talk import talk_figures
from bench.tells import tell_figures
from bench.trust import trust_figures
from bench.watching import watch_figures
from bench.web import web_figures
from bench.web_load import load_figures
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


def scripts() -> list[Script]:
    """Sin and Firefly from the authors' folder, where it is there; else the mysteries that ship."""
    folder = Path(os.environ.get("PARLOUR_WELLPLAY", "../shared/wellplay"))
    if not folder.is_dir():
        return [library.find("lighthouse", "en"), library.find("teahouse", "en")]
    imported = [script for script, _ in library.import_folder(folder, "en")]
    return [script for script in imported if script.title in CHAIN]


def play_figures(script: Script, folder: Path) -> Iterator[Figure]:
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


def generator_figures() -> Iterator[Figure]:
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
        name = f"reader: 100 games of Werewolf of 8, all {method}, s on {CORES} cores"
        yield at_most(name, bar, 100 * sum(taken) / len(taken) / CORES)
        if method == "gratr":
            most = max(most_read_a_day(each.record) for each in played)
            yield at_most("GRATR: readings of a day's speeches, for all 8 observers", MOST_READ, most)


def _made(seed: int, players: int, victims: int, difficulty: str | int = "normal") -> float:
    began = time.perf_counter()
    generate(seed, players=players, victims=victims, difficulty=difficulty)
    return time.perf_counter() - began


def generated(_: Path) -> Iterator[Figure]:
    """How long mysteries take to make."""
    return generator_figures()


def silent(_: Path) -> Iterator[Figure]:
    """Whether a person matters."""
    return silence_figures()


def scripted(folder: Path) -> Iterator[Figure]:
    """What the authors' scripts cost."""
    for script in scripts():
        yield from play_figures(script, folder)


PARTS: dict[str, Callable[[Path], Iterable[Figure]]] = {
    "throughput": throughput_figures,
    "layers": layer_figures,
    "reader": reader_figures,
    "trust": trust_figures,
    "werewolf": table_figures,
    "talk": talk_figures,
    "hearing": hearing_figures,
    "envs": env_figures,
    "load": load_figures,
    "nights": night_figures,
    "tells": tell_figures,
    "watching": watch_figures,
    "mystery-tells": mystery_figures,
    "silence": silent,
    "strength": strength_figures,
    "calibration": lambda _: calibration_figures(),
    "scripts": scripted,
    "answering": answering_figures,
    "ladder": ladder_figures,
    "faults": fault_figures,
    "kills": kill_figures,
    "leaks": leak_figures,
    "injections": injection_figures,
    "fuzz": fuzz_figures,
    "web": web_figures,
    "installed": installed_figures,
    "generator": generated,
    "growth": growth_figures,
    "peers": peer_figures,
    "mutants": mutation_figures,
}
MET = {True: "[green]met[/]", False: "[red]missed[/]", None: "[dim]reported[/]"}


def main(words: Sequence[str]) -> None:
    """Measures, prints each figure as soon as it is known, and all together; fails if a bar is missed."""
    named, out = asked(words)
    unknown = [name for name in named if name not in PARTS]
    if unknown:
        sys.exit(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    console, figures = Console(), list[Figure]()
    with tempfile.TemporaryDirectory() as folder:
        for name in named or PARTS:
            began, measured = time.perf_counter(), list[Figure]()
            for figure in PARTS[name](Path(folder)):
                measured.append(figure)
                console.print(f"{figure.name}: {figure.measured} {MET[figure.is_met]}", highlight=False)
            seconds = time.perf_counter() - began
            console.print(f"[dim]{name}: {seconds:.0f} s[/]", highlight=False)
            figures += measured
            if out:
                keep(out, name, measured, seconds)
    table = Table("figure", "bar", "measured", "", title=f"{platform.machine()}, {os.cpu_count()} cores")
    for figure in figures:
        table.add_row(figure.name, figure.bar, figure.measured, MET[figure.is_met])
    console.print(table)
    sys.exit(any(figure.is_met is False for figure in figures))


def asked(words: Sequence[str]) -> tuple[Sequence[str], Path | None]:
    """The parts that are named, and where the run is kept."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"all of: {', '.join(PARTS)}")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="keep the figures there, part by part")
    told = parser.parse_args(words)
    return told.parts, told.out


if __name__ == "__main__":
    main(sys.argv[1:])
