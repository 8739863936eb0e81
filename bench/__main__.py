"""Measures the figures of docs/bench.md, or of some parts; exit code 1 if one is missed.

`--out FILE.json` saves each part as soon as it is measured: `bench.compare` sets two such files side by side,
and `bench.page` writes one into docs/bench.md.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from pkgutil import resolve_name

from rich.console import Console
from rich.table import Table

from bench.figure import Figure
from bench.kept import keep

PARTS: Mapping[str, str] = {
    "throughput": "runs:throughput_figures",
    "layers": "layers:layer_figures",
    "reader": "playing:reader_figures",
    "trust": "trust:trust_figures",
    "werewolf": "playing:table_figures",
    "talk": "talk:talk_figures",
    "hearing": "hearing:hearing_figures",
    "envs": "envs:env_figures",
    "load": "web_load:load_figures",
    "nights": "nights:night_figures",
    "tells": "tells:tell_figures",
    "watching": "watching:watch_figures",
    "mystery-tells": "mystery_tells:mystery_figures",
    "silence": "silence:silence_figures",
    "strength": "strength:strength_figures",
    "calibration": "calibration:calibration_figures",
    "scripts": "playing:script_figures",
    "answering": "runs:answering_figures",
    "ladder": "runs:ladder_figures",
    "faults": "faults:fault_figures",
    "kills": "kills:kill_figures",
    "leaks": "leaks:leak_figures",
    "fuzz": "fuzz:fuzz_figures",
    "web": "web:web_figures",
    "installed": "installed:installed_figures",
    "generator": "playing:generator_figures",
    "growth": "growth.measured:growth_figures",
    "peers": "peers.beside:peer_figures",
    "mutants": "mutants:mutation_figures",
}
"""Where each part is measured: a module here, and in it what yields figures, given an empty folder."""
USUAL = ("layers", "throughput", "envs", "reader", "trust", "web", "peers", "growth")
"""The parts of docs/bench.md; the others are measured by name."""
MET = {True: "[green]met[/]", False: "[red]missed[/]", None: "[dim]reported[/]"}


def main(words: Sequence[str]) -> None:
    """Measures, prints each figure as soon as it is known, and all together; fails if a bar is missed."""
    named, out = asked(words)
    unknown = [name for name in named if name not in PARTS]
    if unknown:
        sys.exit(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    console, figures = Console(), list[Figure]()
    with tempfile.TemporaryDirectory() as folder:
        for name in named or USUAL:
            began, measured = time.perf_counter(), list[Figure]()
            for figure in figures_of(name, Path(folder)):
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


def figures_of(part: str, folder: Path) -> Iterable[Figure]:
    """The figures of a part, as they are measured; only its module is imported."""
    measure: Callable[[Path], Iterable[Figure]] = resolve_name(f"bench.{PARTS[part]}")
    return measure(folder)


def asked(words: Sequence[str]) -> tuple[Sequence[str], Path | None]:
    """The parts that are named, and where the run is kept."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of: {', '.join(PARTS)}")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="keep the figures there, part by part")
    told = parser.parse_args(words)
    return told.parts, told.out


if __name__ == "__main__":
    main(sys.argv[1:])
