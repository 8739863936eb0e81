"""Scores over the strength of agents: a curve per arm with its band, between the ceiling and chance."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

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
    ticks,
)
from parlour.experiments.report.row import Row
from parlour.experiments.report.spelling import label
from parlour.experiments.suite import StrengthPoint

STROKES = ("-", "--", ":", "-.")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
BAND, WIDE, TALL = 0.1, 3.1, 4.4
"""The opacity of a band, and the inches of a panel."""


def draw_strengths(
    rows: Sequence[Row], points: Mapping[str, StrengthPoint], proposed: str, title: str, caption: str
) -> Figure:
    """Draws a panel per limit and kind of table; strength falls from left to right."""
    told = {row.condition: row for row in rows if row.condition in points and row.ours is not None}
    shown = {name: points[name] for name in told}
    panels = list(dict.fromkeys((each.limit, each.table) for each in shown.values() if each.limit))
    curves = list(dict.fromkeys(each.curve for each in points.values() if not each.is_line))
    looks = _looks(curves, proposed)
    figure = Figure(figsize=(1.0 + WIDE * max(1, len(panels)), TALL + 0.2 * len(curves) / 3))
    axes: Sequence[Axes] = figure.subplots(1, max(1, len(panels)), sharey=True, squeeze=False)[0]
    for where, (limit, table) in zip(axes, panels, strict=False):
        of_panel = {
            name: each for name, each in points.items() if each.table == table and each.limit in ("", limit)
        }
        values = dict.fromkeys(each.value for each in of_panel.values() if not each.is_line)
        places = {value: place for place, value in enumerate(values)}
        inside = {name: each for name, each in of_panel.items() if name in told}
        for curve in curves:
            on = [
                (places[each.value], told[name])
                for name, each in inside.items()
                if each.curve == curve and not each.is_line
            ]
            _curve(where, sorted(on, key=lambda each: each[0]), looks[curve], curve)
        lines = [told[name] for name, each in inside.items() if each.is_line]
        for row, grey in zip(lines, cycle(GREYS), strict=False):
            _line(where, row, grey)
        _finish(where, limit, table, places)
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


def _curve(axes: Axes, on: Sequence[tuple[int, Row]], look: Mapping[str, Any], name: str) -> None:
    if not on:
        return
    places, rows = [place for place, _ in on], [row for _, row in on]
    banded = [(place, row.low, row.high) for place, row in on if row.low is not None and row.high is not None]
    if banded:
        at, low, high = zip(*banded, strict=True)
        axes.fill_between(at, low, high, color=look["color"], alpha=BAND, lw=0)
    axes.plot(
        places,
        [row.ours or 0 for row in rows],
        lw=1.7,
        ms=4,
        mew=0,
        label=name,
        **look,
    )


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


def _finish(axes: Axes, limit: str, table: str, places: Mapping[str, int]) -> None:
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
