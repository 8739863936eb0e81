"""The figure of growth: a row for each quantity, a column for each thing that is made larger."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from bench.figure import Figure
from bench.growth.law import power, straight
from bench.growth.measured import QUANTITIES, means
from bench.growth.point import AXES

STYLE = {"font.size": 7, "svg.fonttype": "none", "svg.hashsalt": "parlour", "axes.linewidth": 0.6}
INK, LINE, SMOOTH = "#1f4e4a", "#e0662f", 24


def draw(figures: Sequence[Figure], path: Path) -> None:
    """Draws points and laws; axes are logarithmic but for memory, which has a floor and a straight line."""
    by_name = {figure.name: figure for figure in figures}
    titles = [axis.title for axis in AXES.values()]
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)  # pyright: ignore[reportCallIssue, reportArgumentType]
        sheet, grid = plt.subplots(len(QUANTITIES), len(titles), figsize=(9, 7.5), sharex="col")
        for row, quantity in enumerate(QUANTITIES):
            for column, title in enumerate(titles):
                axes: Axes = grid[row, column]
                is_power = quantity != QUANTITIES[-1]
                _panel(axes, by_name[f"{title}: {quantity}"].points, is_power=is_power)
                if not column:
                    axes.set_ylabel(quantity)
                if row == len(QUANTITIES) - 1:
                    axes.set_xlabel(title)
        sheet.align_ylabels(grid[:, 0])
        sheet.tight_layout(pad=0.6)
        sheet.savefig(path, metadata={"Date": None})
        plt.close(sheet)


def _panel(axes: Axes, points: Sequence[tuple[float, float]], *, is_power: bool) -> None:
    law = power(points) if is_power else straight(points)
    sizes = sorted({x for x, _ in points})
    smooth = np.geomspace(sizes[0], sizes[-1], SMOOTH)
    axes.plot(smooth, [law.at(float(size)) for size in smooth], color=LINE, linewidth=1)
    axes.plot(*zip(*points, strict=True), "o", color=INK, markersize=2.2, alpha=0.7)
    axes.set_xscale("log")
    if is_power:
        axes.set_yscale("log")
        ends = [value for _, value in (means(points)[0], means(points)[-1])]
        axes.set_yticks(ends, [f"{value:.2g}" if value < 1 else f"{value:,.3g}" for value in ends])
    else:
        axes.set_ylim(bottom=0)
    axes.set_xticks(sizes, [f"{size:g}" for size in sizes])
    axes.minorticks_off()
    axes.spines[["top", "right"]].set_visible(False)
    if is_power:
        axes.set_title(f"x^{law.b:.2f}", fontsize=7, color=LINE, loc="left", pad=2)
