"""The figures of growth: what each thing that is made larger costs, point by point, and the law of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from bench.figure import Figure
from bench.growth.law import Law, power, straight
from bench.growth.point import AXES, Axis, Point

ROOT = Path(__file__).parents[2]
QUANTITIES = ("calls", "tokens", "CPU, s", "kept, MB", "most memory, MB")
MOST_EXPONENT = {("players of Werewolf", "CPU, s"): 2.5}
Points = Sequence[tuple[float, float]]


def growth_figures(_: Path) -> Iterator[Figure]:
    """Plays every size of everything that is made larger, and fits each quantity."""
    for name, axis in AXES.items():
        yield from figures_of(axis, {size: _point(name, size) for size in axis.sizes})


def figures_of(axis: Axis, taken: dict[int, Point]) -> Iterator[Figure]:
    """What each quantity comes to at every size, and the law that was fitted to it."""
    for quantity in QUANTITIES:
        points = [pair for size, point in taken.items() for pair in _pairs(axis, size, point, quantity)]
        law = straight(points) if quantity == QUANTITIES[-1] else power(points)
        yield fitted(f"{axis.title}: {quantity}", points, law, MOST_EXPONENT.get((axis.title, quantity)))


def fitted(name: str, points: Points, law: Law, most: float | None = None) -> Figure:
    """Returns the mean at the smallest and the largest size, and the law between, of at most an exponent."""
    (low, first), *_, (high, last) = means(points)
    ends = f"{first:.3g} at {low:g}, {last:.3g} at {high:g}"
    return Figure(
        name=name,
        bar="" if most is None else f"exponent ≤ {most:g}",
        measured=f"{ends}: {law}, R² {law.explained:.2f}",
        is_met=None if most is None else law.b <= most,
        value=law.b,
        points=tuple(points),
    )


def means(points: Points) -> list[tuple[float, float]]:
    """The mean of each size, by size."""
    sizes = sorted({x for x, _ in points})
    return [(size, fmean(y for x, y in points if x == size)) for size in sizes]


def _pairs(axis: Axis, size: int, point: Point, quantity: str) -> Points:
    each = {"calls": point.calls, "tokens": point.tokens, "CPU, s": point.cpu}.get(quantity)
    if each is None:
        share = axis.matches or 1
        return [(size, point.kept / share if quantity == "kept, MB" else point.peak)]
    return [(size, value) for value in each] if axis.matches else [(size, sum(each))]


def _point(name: str, size: int) -> Point:
    command = [sys.executable, "-m", "bench.growth.point", name, str(size)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return Point(**json.loads(done.stdout))
