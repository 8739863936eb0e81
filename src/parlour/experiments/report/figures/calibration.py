"""The figure of calibration: a curve for each condition, with its intervals."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from parlour.experiments.report.calibration import CalibrationRow, error_short
from parlour.experiments.report.figures.drawing import (
    FAINT,
    HERO,
    INK,
    MUTED,
    PAPER,
    frame,
    margins,
    spread,
    ticks,
)
from parlour.experiments.report.row import BASELINE
from parlour.experiments.report.spelling import format_count

ACROSS = 4
"""Panels in a row."""
PANEL, TOP, BOTTOM, BETWEEN = 2.35, 0.95, 0.85, 0.85
"""Inches."""
APART = 0.085
"""The distance between counts, as a share of the axis."""
NAME = 30
"""Characters of a panel's title."""
SHARE = "vote_accuracy"
"""A metric that is a share, as which ticks are written."""


def draw_calibration(
    told: Sequence[tuple[str, Sequence[CalibrationRow]]], title: str, caption: str
) -> Figure:
    """Draws a panel for each condition: beliefs along, true shares up, the diagonal where both agree."""
    high = -(-len(told) // ACROSS)
    wide = min(len(told), ACROSS)
    size = (0.75 + PANEL * wide + 0.35 * (wide - 1), TOP + BOTTOM + PANEL * high + BETWEEN * (high - 1))
    figure = Figure(figsize=(max(size[0], 5.6), size[1]))
    panels: list[Axes] = list(figure.subplots(high, wide, squeeze=False).flat)
    for axes, (name, rows) in zip(panels, told, strict=False):
        _panel(axes, name, rows)
    for axes in panels[len(told) :]:
        axes.set_visible(False)
    margins(figure, left=0.6, right=0.15, top=TOP, bottom=BOTTOM, wspace=0.22)
    figure.subplots_adjust(hspace=BETWEEN / PANEL)
    frame(figure, title, caption)
    return figure


def _panel(axes: Axes, name: str, rows: Sequence[CalibrationRow]) -> None:
    colour = MUTED if name.endswith(BASELINE) else HERO
    axes.plot([0, 1], [0, 1], color=FAINT, lw=1, zorder=1)
    for row in rows:
        if row.true_low is not None and row.true_high is not None:
            axes.plot([row.held, row.held], [row.true_low, row.true_high], color=INK, lw=1, zorder=2)
    for row, place in zip(rows, spread([row.held for row in rows], APART, 1.0), strict=True):
        axes.annotate(
            format_count(row.n),
            (place, 1.0),
            (0, 2),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            ha="center",
            fontsize=6,
            color=MUTED,
        )
    points = [row.held for row in rows], [row.true for row in rows]
    axes.plot(*points, color=colour, lw=1.6, marker="o", ms=4, mec=PAPER, mew=0.6, zorder=3)
    title = f"{shorten(name, NAME, placeholder=' …')}\n{error_short(rows[0])}"
    axes.set_title(title, fontsize=8, loc="left", pad=12, color=INK)
    axes.set_xlim(-0.04, 1.04)
    axes.set_ylim(-0.04, 1.04)
    axes.set_xticks([0, 0.5, 1])
    axes.set_yticks([0, 0.5, 1])
    axes.xaxis.set_major_formatter(ticks(SHARE))
    axes.yaxis.set_major_formatter(ticks(SHARE))
    axes.tick_params(labelsize=7.5, length=2)
    axes.set_xlabel("held", fontsize=7.5, color=MUTED, labelpad=1)
    axes.set_ylabel("true", fontsize=7.5, color=MUTED, labelpad=1)
