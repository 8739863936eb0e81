"""Curves over rounds, one per number of questions (Zhu et al. 2025, figure 8)."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from parlour.experiments.report.figures.drawing import HERO, INK, MUTED, frame, margins, quiet, spread, ticks
from parlour.experiments.report.row import GUESS, Row
from parlour.experiments.report.spelling import label

SHADES = (HERO, "#0072b2", "#009e73", "#cc79a7")
MARKS = ("o", "s", "^", "D")
STROKES = ("-", "--", ":", "-.")
"""The line styles of the suite's own method, and of each that is measured beside it."""
LETTERS_PER_INCH = 11
"""The width of the names at the curves' ends."""
SPREAD = 0.07
"""The sideways distance of curves, in rounds, so that their intervals do not cover each other."""
APART = 0.055
"""The distance between the names at their ends, as a share of the axis."""


@runtime_checkable
class OnCurve(Protocol):
    """An arm that is a point of a curve."""

    @property
    def rounds(self) -> int: ...  # noqa: D102
    @property
    def questions(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, kw_only=True)
class _Curve:
    """One curve of a panel.

    Attributes:
        series: the added method whose it is; empty for the suite's own.
        number: which of the numbers of questions that is, from 0, by which it is coloured.
    """

    series: str
    questions: int
    number: int
    stroke: str

    @property
    def name(self) -> str:
        return f"{self.series}, m = {self.questions}" if self.series else f"m = {self.questions}"

    @property
    def colour(self) -> str:
        return SHADES[self.number % len(SHADES)]


def _curves(conditions: Mapping[str, OnCurve], series: Mapping[str, str]) -> list[_Curve]:
    asked = sorted({arm.questions for arm in conditions.values()})
    methods = list(dict.fromkeys(series.get(name, "") for name in conditions))
    return [
        _Curve(series=method, questions=asks, number=number, stroke=STROKES[place % len(STROKES)])
        for place, method in enumerate(methods)
        for number, asks in enumerate(asked)
    ]


def draw_curves(
    rows: Sequence[Row],
    conditions: Mapping[str, OnCurve],
    series: Mapping[str, str],
    title: str,
    caption: str,
) -> Figure:
    """Draws a panel per metric; a curve per number of questions, with intervals and its name at its end."""
    metrics = list(dict.fromkeys(row.metric for row in rows))
    named = max((len(name) for name in series.values()), default=0) / LETTERS_PER_INCH
    figure = Figure(figsize=(0.8 + named + (2.5 + named) * len(metrics), 4.1))
    panels: Sequence[Axes] = figure.subplots(1, len(metrics), sharey=True, squeeze=False)[0]
    played = {row.condition for row in rows}
    curves = _curves({name: arm for name, arm in conditions.items() if name in played}, series)
    for axes, metric in zip(panels, metrics, strict=True):
        told = [row for row in rows if row.metric == metric and row.condition in conditions]
        ends: list[tuple[float, str, str]] = []
        for place, curve in enumerate(curves):
            points = [
                row
                for row in told
                if (series.get(row.condition, ""), conditions[row.condition].questions)
                == (curve.series, curve.questions)
                and row.ours is not None
            ]
            if points:
                points.sort(key=lambda row: conditions[row.condition].rounds)
                shift = (place - (len(curves) - 1) / 2) * SPREAD
                _draw(axes, [conditions[row.condition].rounds + shift for row in points], points, curve)
                ends.append((points[-1].ours or 0, curve.name, curve.colour))
        _chance(axes, [row for row in rows if row.metric == metric and row.condition == f"random {GUESS}"])
        _finish(axes, metric, sorted({conditions[row.condition].rounds for row in told}), ends)
    panels[0].set_ylim(0, 1.04)
    panels[0].yaxis.set_major_formatter(ticks(metrics[0]))
    margins(figure, left=0.5, right=0.55 + named, top=0.9, bottom=0.9, wspace=0.3 + named / 2)
    frame(figure, title, caption)
    return figure


def _draw(axes: Axes, places: Sequence[float], points: Sequence[Row], curve: _Curve) -> None:
    for place, row in zip(places, points, strict=True):
        axes.plot(
            [place] * len(row.points),
            row.points,
            "o",
            color=curve.colour,
            ms=2.4,
            mew=0,
            alpha=0.55,
            zorder=2,
        )
        if row.low is not None and row.high is not None:
            axes.plot([place, place], [row.low, row.high], color=curve.colour, lw=1, alpha=0.55, zorder=2)
    values = [row.ours or 0 for row in points]
    mark = MARKS[curve.number % len(MARKS)]
    axes.plot(
        places, values, color=curve.colour, lw=1.8, ls=curve.stroke, marker=mark, ms=4.5, mew=0, zorder=3
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
