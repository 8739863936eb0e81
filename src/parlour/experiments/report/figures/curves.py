"""Curves over rounds, one per number of questions (PLAYER*, figure 8)."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from parlour.experiments.report.figures.drawing import frame, margins, quiet, spread, ticks
from parlour.experiments.report.figures.palette import HERO, INK, MUTED
from parlour.experiments.report.row import GUESS, Row
from parlour.experiments.report.spelling import label

SHADES = (HERO, "#0072b2", "#009e73", "#cc79a7")
MARKS = ("o", "s", "^", "D")
SPREAD = 0.07
"""How far the curves stand apart sideways, in rounds, so that their intervals do not cover each other."""
APART = 0.055
"""How far the names at their ends stand apart, as a share of the axis."""


@runtime_checkable
class OnCurve(Protocol):
    """An arm that is a point of a curve.

    Attributes:
        rounds: where along it.
        questions: which curve it is of.
    """

    @property
    def rounds(self) -> int: ...  # noqa: D102
    @property
    def questions(self) -> int: ...  # noqa: D102


def draw_curves(rows: Sequence[Row], conditions: Mapping[str, OnCurve], title: str, caption: str) -> Figure:
    """A panel per metric; a curve per number of questions, with intervals and its name at its end."""
    metrics = list(dict.fromkeys(row.metric for row in rows))
    figure = Figure(figsize=(0.8 + 2.5 * len(metrics), 4.1))
    panels: Sequence[Axes] = figure.subplots(1, len(metrics), sharey=True, squeeze=False)[0]
    asked = sorted({conditions[row.condition].questions for row in rows if row.condition in conditions})
    for axes, metric in zip(panels, metrics, strict=True):
        told = [row for row in rows if row.metric == metric and row.condition in conditions]
        ends: list[tuple[float, str, str]] = []
        for number, questions in enumerate(asked):
            points = [
                row
                for row in told
                if conditions[row.condition].questions == questions and row.ours is not None
            ]
            if points:
                points.sort(key=lambda row: conditions[row.condition].rounds)
                shift = (number - (len(asked) - 1) / 2) * SPREAD
                _curve(axes, [conditions[row.condition].rounds + shift for row in points], points, number)
                ends.append((points[-1].ours or 0, f"m = {questions}", SHADES[number % len(SHADES)]))
        _chance(axes, [row for row in rows if row.metric == metric and row.condition == f"random {GUESS}"])
        _finish(axes, metric, sorted({conditions[row.condition].rounds for row in told}), ends)
    panels[0].set_ylim(0, 1.04)
    panels[0].yaxis.set_major_formatter(ticks(metrics[0]))
    margins(figure, left=0.5, right=0.55, top=0.9, bottom=0.9, wspace=0.3)
    frame(figure, title, caption)
    return figure


def _curve(axes: Axes, places: Sequence[float], points: Sequence[Row], number: int) -> None:
    colour = SHADES[number % len(SHADES)]
    for place, row in zip(places, points, strict=True):
        if row.low is not None and row.high is not None:
            axes.plot([place, place], [row.low, row.high], color=colour, lw=1, alpha=0.55, zorder=2)
    values = [row.ours or 0 for row in points]
    axes.plot(
        places, values, color=colour, lw=1.8, marker=MARKS[number % len(MARKS)], ms=4.5, mew=0, zorder=3
    )


def _chance(axes: Axes, rows: Sequence[Row]) -> None:
    for row in rows:
        if row.ours is not None:
            axes.axhline(row.ours, color=MUTED, lw=1, ls=":", zorder=1)
            axes.annotate(
                "chance",
                (1, row.ours),
                (-2, -9),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                ha="right",
                fontsize=7,
                color=MUTED,
            )


def _finish(axes: Axes, metric: str, rounds: Sequence[int], ends: Sequence[tuple[float, str, str]]) -> None:
    axes.set_title(label(metric), fontsize=9, loc="left", color=INK, pad=10)
    axes.set_xticks(rounds)
    axes.set_xlabel("rounds", fontsize=8, color=MUTED)
    axes.tick_params(labelsize=8)
    quiet(axes, "y")
    for at, (_, name, colour) in zip(spread([value for value, *_ in ends], APART, 1.0), ends, strict=True):
        axes.annotate(
            name, (rounds[-1] + 0.22, at), color=colour, fontsize=8, va="center", annotation_clip=False
        )
