"""Curves over rounds (Zhu et al. 2025, figure 8), and scores over the strength of agents with bands."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any, Protocol, runtime_checkable

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from parlour.experiments.report.figures.drawing import (
    GREYS,
    HERO,
    INK,
    MUTED,
    OTHERS,
    frame,
    margins,
    quiet,
    spread,
    ticks,
)
from parlour.experiments.report.row import GUESS, Row, label
from parlour.experiments.suite import StrengthPoint

SHADES = (HERO, "#0072b2", "#009e73", "#cc79a7")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
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
    def rounds(self) -> int: ...
    @property
    def questions(self) -> int: ...


def draw_curves(
    rows: Sequence[Row],
    conditions: Mapping[str, OnCurve],
    series: Mapping[str, str],
    title: str,
    caption: str,
) -> Figure:
    """Draws a panel per metric; a curve per number of questions, with intervals and its name at its end."""
    metrics = list(dict.fromkeys(row.metric for row in rows))
    name_width = max((len(name) for name in series.values()), default=0) / LETTERS_PER_INCH
    figure = Figure(figsize=(0.8 + name_width + (2.5 + name_width) * len(metrics), 4.1))
    panels: Sequence[Axes] = figure.subplots(1, len(metrics), sharey=True, squeeze=False)[0]
    played = {row.condition for row in rows}
    arms = {name: arm for name, arm in conditions.items() if name in played}
    question_counts = sorted({arm.questions for arm in arms.values()})
    methods = list(dict.fromkeys(series.get(name, "") for name in arms))
    curves = [(method, count) for method in methods for count in question_counts]
    for axes, metric in zip(panels, metrics, strict=True):
        metric_rows = [row for row in rows if row.metric == metric and row.condition in conditions]
        ends: list[tuple[float, str, str]] = []
        for place, (method, count) in enumerate(curves):
            points = [
                row
                for row in metric_rows
                if (series.get(row.condition, ""), conditions[row.condition].questions) == (method, count)
                and row.ours is not None
            ]
            if points:
                points.sort(key=lambda row: conditions[row.condition].rounds)
                shift, number = (place - (len(curves) - 1) / 2) * SPREAD, question_counts.index(count)
                colour, mark = SHADES[number % len(SHADES)], MARKS[number % len(MARKS)]
                stroke = STROKES[methods.index(method) % len(STROKES)]
                places = [conditions[row.condition].rounds + shift for row in points]
                _draw(axes, places, points, colour, mark, stroke)
                name = f"{method}, m = {count}" if method else f"m = {count}"
                ends.append((points[-1].ours or 0, name, colour))
        _chance(axes, [row for row in rows if row.metric == metric and row.condition == f"random {GUESS}"])
        _finish(axes, metric, sorted({conditions[row.condition].rounds for row in metric_rows}), ends)
    panels[0].set_ylim(0, 1.04)
    panels[0].yaxis.set_major_formatter(ticks(metrics[0]))
    margins(figure, left=0.5, right=0.55 + name_width, top=0.9, bottom=0.9, wspace=0.3 + name_width / 2)
    frame(figure, title, caption)
    return figure


def _draw(
    axes: Axes, places: Sequence[float], points: Sequence[Row], colour: str, mark: str, stroke: str
) -> None:
    for place, row in zip(places, points, strict=True):
        positions = [place] * len(row.points)
        axes.plot(positions, row.points, "o", color=colour, ms=2.4, mew=0, alpha=0.55, zorder=2)
        if row.low is not None and row.high is not None:
            axes.plot([place, place], [row.low, row.high], color=colour, lw=1, alpha=0.55, zorder=2)
    values = [row.ours or 0 for row in points]
    axes.plot(places, values, color=colour, lw=1.8, ls=stroke, marker=mark, ms=4.5, mew=0, zorder=3)


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


BAND, WIDE, TALL = 0.1, 3.1, 4.4
"""The opacity of a band, and the inches of a panel."""


def draw_strengths(
    rows: Sequence[Row], points: Mapping[str, StrengthPoint], proposed: str, title: str, caption: str
) -> Figure:
    """Draws a panel per limit and kind of table; strength falls from left to right."""
    by_condition = {row.condition: row for row in rows if row.condition in points and row.ours is not None}
    drawn_points = {name: points[name] for name in by_condition}
    panels = list(dict.fromkeys((point.limit, point.table) for point in drawn_points.values() if point.limit))
    curves = list(dict.fromkeys(point.curve for point in points.values() if not point.is_line))
    looks = _looks(curves, proposed)
    figure = Figure(figsize=(1.0 + WIDE * max(1, len(panels)), TALL + 0.2 * len(curves) / 3))
    axes: Sequence[Axes] = figure.subplots(1, max(1, len(panels)), sharey=True, squeeze=False)[0]
    for panel, (limit, table) in zip(axes, panels, strict=False):
        of_panel = {
            name: point
            for name, point in points.items()
            if point.table == table and point.limit in ("", limit)
        }
        values = dict.fromkeys(point.value for point in of_panel.values() if not point.is_line)
        places = {value: place for place, value in enumerate(values)}
        inside = {name: point for name, point in of_panel.items() if name in by_condition}
        for curve in curves:
            placed_rows = [
                (places[point.value], by_condition[name])
                for name, point in inside.items()
                if point.curve == curve and not point.is_line
            ]
            _draw_strength(panel, sorted(placed_rows, key=lambda pair: pair[0]), looks[curve], curve)
        lines = [by_condition[name] for name, point in inside.items() if point.is_line]
        for row, grey in zip(lines, cycle(GREYS), strict=False):
            _line(panel, row, grey)
        _finish_strengths(panel, limit, table, places)
    _legend(figure, axes[0])
    axes[0].yaxis.set_major_formatter(ticks(rows[0].metric))
    axes[0].set_ylabel(label(rows[0].metric), fontsize=8)
    margins(figure, left=0.7, right=0.2, top=0.85, bottom=1.35 + 0.2 * len(curves) / 3, wspace=0.12)
    frame(figure, title, caption)
    return figure


def _looks(curves: Sequence[str], proposed: str) -> Mapping[str, Mapping[str, Any]]:
    """Returns the look of each arm; a variant, `ARM, what is different`, has its arm's colour, and dashes."""
    bases = [name.partition(", ")[0] for name in curves]
    others = dict.fromkeys(base for base in bases if base != proposed)
    colours = {proposed: HERO, **dict(zip(others, cycle(OTHERS), strict=False))}
    return {
        name: {
            "color": colours[base],
            "marker": MARKS[number % len(MARKS)],
            "ls": STROKES[bases[:number].count(base) % len(STROKES)],
        }
        for number, (name, base) in enumerate(zip(curves, bases, strict=True))
    }


def _draw_strength(
    axes: Axes, placed_rows: Sequence[tuple[int, Row]], look: Mapping[str, Any], name: str
) -> None:
    if not placed_rows:
        return
    places, rows = [place for place, _ in placed_rows], [row for _, row in placed_rows]
    banded = [
        (place, row.low, row.high)
        for place, row in placed_rows
        if row.low is not None and row.high is not None
    ]
    if banded:
        at, low, high = zip(*banded, strict=True)
        axes.fill_between(at, low, high, color=look["color"], alpha=BAND, lw=0)
    axes.plot(places, [row.ours or 0 for row in rows], lw=1.7, ms=4, mew=0, label=name, **look)


def _line(axes: Axes, row: Row, colour: str) -> None:
    axes.axhline(row.ours or 0, color=colour, lw=1.1, ls=":")
    axes.annotate(
        row.condition,
        (1, row.ours or 0),
        (-2, 3),
        xycoords=("axes fraction", "data"),
        textcoords="offset points",
        ha="right",
        fontsize=7,
        color=colour,
    )


def _finish_strengths(axes: Axes, limit: str, table: str, places: Mapping[str, int]) -> None:
    axes.set_title(", ".join(filter(None, (limit, table))), fontsize=9, loc="left", color=INK, pad=8)
    axes.set_xticks(list(places.values()), [value or "full" for value in places])
    axes.set_xlabel(f"{limit}, weaker to the right", fontsize=8, color=MUTED)
    axes.tick_params(labelsize=8)
    quiet(axes, "y")


def _legend(figure: Figure, axes: Axes) -> None:
    handles, names = axes.get_legend_handles_labels()
    figure.legend(
        handles, names, ncols=3, fontsize=7.5, frameon=False, loc="lower left", bbox_to_anchor=(0.01, 0.1)
    )
