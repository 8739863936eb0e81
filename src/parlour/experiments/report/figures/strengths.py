"""Scores over the strength of agents: a curve per arm with its band, between the ceiling and chance."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, kw_only=True)
class _Look:
    """The style of a curve."""

    colour: str
    mark: str
    stroke: str


@dataclass(frozen=True, kw_only=True)
class _Panel:
    """A panel of a figure: one limit, at tables of one kind."""

    limit: str
    table: str

    @property
    def title(self) -> str:
        return ", ".join(filter(None, (self.limit, self.table)))

    def has(self, point: StrengthPoint) -> bool:
        """Returns whether it shows a point; those without a limit are in every panel of their tables."""
        return point.table == self.table and point.limit in ("", self.limit)


def draw_strengths(
    rows: Sequence[Row], points: Mapping[str, StrengthPoint], proposed: str, title: str, caption: str
) -> Figure:
    """Draws a panel per limit and kind of table; strength falls from left to right."""
    told = {row.condition: row for row in rows if row.condition in points and row.ours is not None}
    shown = {name: points[name] for name in told}
    panels = list(
        dict.fromkeys(_Panel(limit=each.limit, table=each.table) for each in shown.values() if each.limit)
    )
    curves = list(dict.fromkeys(each.curve for each in points.values() if not each.is_line))
    looks = _looks(curves, proposed)
    figure = Figure(figsize=(1.0 + WIDE * max(1, len(panels)), TALL + 0.2 * len(curves) / 3))
    axes: Sequence[Axes] = figure.subplots(1, max(1, len(panels)), sharey=True, squeeze=False)[0]
    for where, panel in zip(axes, panels, strict=False):
        inside = {name: each for name, each in shown.items() if panel.has(each)}
        places = _places(panel, points)
        for curve in curves:
            on = [
                (places[each.value], told[name])
                for name, each in inside.items()
                if each.curve == curve and not each.is_line
            ]
            _curve(where, sorted(on, key=lambda each: each[0]), looks[curve], curve)
        lines = [told[name] for name, each in inside.items() if each.is_line]
        for place, row in enumerate(lines):
            _line(where, row, GREYS[place % len(GREYS)])
        _finish(where, panel, places)
    _legend(figure, axes[0])
    axes[0].yaxis.set_major_formatter(ticks(rows[0].metric))
    axes[0].set_ylabel(label(rows[0].metric), fontsize=8)
    margins(figure, left=0.7, right=0.2, top=0.85, bottom=1.35 + 0.2 * len(curves) / 3, wspace=0.12)
    frame(figure, title, caption)
    return figure


def _places(panel: _Panel, points: Mapping[str, StrengthPoint]) -> Mapping[str, int]:
    """Returns the position of each value of the limit, the loosest first."""
    values = (each.value for each in points.values() if panel.has(each) and not each.is_line)
    return {value: place for place, value in enumerate(dict.fromkeys(values))}


def _looks(curves: Sequence[str], proposed: str) -> Mapping[str, _Look]:
    """Returns a colour for each arm; a variant, `ARM, what is different`, has its colour, and dashes."""
    bases = list(dict.fromkeys(_base(name) for name in curves))
    others = [name for name in bases if name != proposed]
    colours = {proposed: HERO} | {name: OTHERS[place % len(OTHERS)] for place, name in enumerate(others)}
    variants = Counter[str]()
    told: dict[str, _Look] = {}
    for number, name in enumerate(curves):
        base = _base(name)
        told[name] = _Look(
            colour=colours[base],
            mark=MARKS[number % len(MARKS)],
            stroke=STROKES[variants[base] % len(STROKES)],
        )
        variants[base] += 1
    return told


def _base(name: str) -> str:
    return name.partition(", ")[0]


def _curve(axes: Axes, on: Sequence[tuple[int, Row]], look: _Look, name: str) -> None:
    if not on:
        return
    places, rows = [place for place, _ in on], [row for _, row in on]
    banded = [(place, row.low, row.high) for place, row in on if row.low is not None and row.high is not None]
    if banded:
        at, low, high = zip(*banded, strict=True)
        axes.fill_between(at, low, high, color=look.colour, alpha=BAND, lw=0)
    axes.plot(
        places,
        [row.ours or 0 for row in rows],
        color=look.colour,
        lw=1.7,
        ls=look.stroke,
        marker=look.mark,
        ms=4,
        mew=0,
        label=name,
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


def _finish(axes: Axes, panel: _Panel, places: Mapping[str, int]) -> None:
    axes.set_title(panel.title, fontsize=9, loc="left", color=INK, pad=8)
    axes.set_xticks(list(places.values()), [value or "full" for value in places])
    axes.set_xlabel(f"{panel.limit}, weaker to the right", fontsize=8, color=MUTED)
    axes.tick_params(labelsize=8)
    quiet(axes, "y")


def _legend(figure: Figure, axes: Axes) -> None:
    handles, names = axes.get_legend_handles_labels()
    figure.legend(
        handles, names, ncols=3, fontsize=7.5, frameon=False, loc="lower left", bbox_to_anchor=(0.01, 0.1)
    )
