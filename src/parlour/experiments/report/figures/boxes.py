"""Box plots (Zhu et al. 2025, figure 7), radar charts (Deng and Cai, figure 5), and calibration."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from statistics import fmean
from textwrap import shorten
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from parlour.experiments.report.calibration import CalibrationRow, error_short
from parlour.experiments.report.figures.drawing import (
    FAINT,
    HERO,
    INK,
    MUTED,
    PAPER,
    frame,
    margins,
    quiet,
    spread,
    ticks,
)
from parlour.experiments.report.row import BASELINE, Row, format_count, is_expected, label
from parlour.experiments.suite import Suite

BLUE = "#0072b2"


def draw_boxes(rows: Sequence[Row], suite: Suite, caption: str) -> Figure:
    """Scores at the left axis, each choice of parts a dot; costs at the right, with their range."""
    own = [row for row in rows if row.condition not in suite.series]
    others = [row for row in rows if row.condition in suite.series and row.ours is not None]
    is_priced = any(row.metric == "play.dollars" and row.ours for row in rows)
    metric = "play.dollars" if is_priced else "play.input_tokens"
    scores, costs = _by_size(own, "overall"), _by_size(own, metric)
    figure = Figure(figsize=(7.2, 4.6))
    left: Axes = figure.subplots()
    right = left.twinx()
    _boxes(left, scores, suite.proposed)
    _costs(right, costs, metric)
    names = list(dict.fromkeys(row.condition for row in others))
    places = {name: max(scores, default=0) + number for number, name in enumerate(names, 1)}
    _others(left, right, others, places, metric)
    left.set_zorder(right.get_zorder() + 1)
    left.set_xticks([*scores, *places.values()], [*map(str, scores), *places])
    left.set_xlabel(suite.parts, color=INK)
    left.set_xlim(0.4, max([*scores, *places.values()]) + 0.6)
    margins(figure, left=0.75, right=0.85, top=0.6, bottom=1.1)
    frame(figure, suite.title, caption)
    return figure


def _by_size(rows: Sequence[Row], metric: str) -> Mapping[int, list[Row]]:
    by_size: dict[int, list[Row]] = {}
    for row in rows:
        if row.metric == metric and row.ours is not None and not is_expected(row.condition):
            by_size.setdefault(len(row.condition.split(" + ")), []).append(row)
    return dict(sorted(by_size.items()))


def _boxes(axes: Axes, scores: Mapping[int, list[Row]], proposed: str) -> None:
    if scores:
        axes.boxplot(
            [[row.ours or 0.0 for row in group] for group in scores.values()],
            positions=list(scores),
            widths=0.5,
            patch_artist=True,
            showfliers=False,
            boxprops={"facecolor": "#cfe3f1cc", "edgecolor": BLUE, "linewidth": 1.1},
            medianprops={"color": BLUE, "linewidth": 2},
            whiskerprops={"color": BLUE},
            capprops={"color": BLUE},
        )
    for size, group in scores.items():
        for number, row in enumerate(group):
            shift = (number - (len(group) - 1) / 2) * 0.36 / max(1, len(group) - 1)
            is_chosen = row.condition == proposed
            axes.plot(
                size + shift,
                row.ours or 0.0,
                "*" if is_chosen else "o",
                ms=11 if is_chosen else 3.6,
                color=BLUE,
                mec="white",
                mew=0.6,
                zorder=4,
            )
    axes.set_ylabel(label("overall"), color=BLUE)
    axes.yaxis.set_major_formatter(ticks("overall"))
    axes.tick_params(axis="y", colors=BLUE)
    quiet(axes, "y")
    axes.grid(visible=False)


def _others(left: Axes, right: Axes, rows: Sequence[Row], places: Mapping[str, int], cost: str) -> None:
    for row in rows:
        if row.metric == "overall":
            left.plot(places[row.condition], row.ours or 0.0, "D", ms=6, color=INK, zorder=4)
        elif row.metric == cost:
            right.plot(places[row.condition], row.ours or 0.0, "o", ms=4, color=HERO)
            right.set_ylim(0, max(right.get_ylim()[1], 1.15 * (row.ours or 0.0)))


def _costs(axes: Axes, costs: Mapping[int, list[Row]], metric: str) -> None:
    sizes = list(costs)
    if not sizes:
        return
    values = [[row.ours or 0.0 for row in group] for group in costs.values()]
    axes.fill_between(sizes, [min(v) for v in values], [max(v) for v in values], color=HERO, alpha=0.14, lw=0)
    axes.plot(sizes, [fmean(v) for v in values], color=HERO, lw=2, marker="o", ms=4)
    axes.set_ylabel(label(metric), color=HERO)
    axes.yaxis.set_major_formatter(ticks(metric))
    axes.tick_params(axis="y", colors=HERO, length=0)
    axes.spines["left"].set_visible(False)
    axes.set_ylim(0, max(max(v) for v in values) * 1.15 or 1)
    axes.annotate(
        "cost", (sizes[-1], fmean(values[-1])), (6, 4), textcoords="offset points", color=HERO, fontsize=8
    )
    axes.tick_params(axis="x", colors=MUTED)


RADAR = 2.8
"""Width of a radar chart in inches."""
FEWEST_SPOKES = 3


def draw_radar(rows: Sequence[Row], reference: str, title: str, caption: str) -> Figure | None:
    """Draws a spoke per metric; the condition filled, the reference in grey, published values dotted.

    Returns:
        None of fewer than three metrics, which enclose nothing.
    """
    cells = {(row.metric, row.condition): row for row in rows if row.ours is not None}
    metrics = list(dict.fromkeys(row.metric for row in rows))
    panels = [name for name in dict.fromkeys(row.condition for row in cells.values()) if name != reference]
    if len(metrics) < FEWEST_SPOKES or not panels:
        return None
    figure = Figure(figsize=(0.4 + RADAR * len(panels), 3.9))
    polar = {"projection": "polar"}
    axes: Sequence[Axes] = figure.subplots(1, len(panels), squeeze=False, subplot_kw=polar, sharey=True)[0]
    reach = [value for row in cells.values() for value in (row.ours, row.published) if value is not None]
    for panel, name in zip(axes, panels, strict=True):
        _outline(panel, metrics, {metric: cells.get((metric, reference)) for metric in metrics}, MUTED)
        _outline(
            panel, metrics, {metric: cells.get((metric, name)) for metric in metrics}, HERO, is_filled=True
        )
        _finish(panel, metrics, name, 1.05 * max(reach))
    margins(figure, left=0.45, right=0.45, top=1.25, bottom=0.8, wspace=0.4)
    frame(figure, title, caption)
    return figure


def _outline(
    axes: Axes,
    metrics: Sequence[str],
    rows: Mapping[str, Row | None],
    colour: str,
    *,
    is_filled: bool = False,
) -> None:
    around = [*_angles(metrics), 2 * pi]
    ours = [(row.ours or 0.0) if row else 0.0 for row in rows.values()]
    axes.plot(around, [*ours, ours[0]], color=colour, lw=1.6, zorder=3 if is_filled else 2)
    if not is_filled:
        return
    axes.fill(around, [*ours, ours[0]], color=colour, alpha=0.16, lw=0, zorder=1)
    published = [row.published if row else None for row in rows.values()]
    values = [value for value in published if value is not None]
    if len(values) == len(published):
        axes.plot(around, [*values, values[0]], color=INK, lw=1.1, ls=":", zorder=4)


def _finish(axes: Axes, metrics: Sequence[str], name: str, limit: float) -> None:
    axes.set_title(name, fontsize=9, color=INK, pad=16)
    axes.set_xticks(_angles(metrics), [metric.rpartition(".")[2] for metric in metrics], fontsize=7.5)
    axes.set_ylim(0, limit)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 5, 10]))
    axes.yaxis.set_major_formatter(ticks(metrics[0]))
    axes.tick_params(axis="y", labelsize=6.5, labelcolor=MUTED)
    polar = cast("Any", axes)  # what a polar axis adds has no types
    polar.set_theta_offset(pi / 2)
    polar.set_theta_direction(-1)
    polar.set_rlabel_position(30)
    axes.spines["polar"].set_visible(False)


def _angles(metrics: Sequence[str]) -> list[float]:
    return [2 * pi * place / len(metrics) for place in range(len(metrics))]


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
    conditions: Sequence[tuple[str, Sequence[CalibrationRow]]], title: str, caption: str
) -> Figure:
    """Draws a panel for each condition: beliefs along, true shares up, the diagonal where both agree."""
    high = -(-len(conditions) // ACROSS)
    wide = min(len(conditions), ACROSS)
    size = (0.75 + PANEL * wide + 0.35 * (wide - 1), TOP + BOTTOM + PANEL * high + BETWEEN * (high - 1))
    figure = Figure(figsize=(max(size[0], 5.6), size[1]))
    panels: list[Axes] = list(figure.subplots(high, wide, squeeze=False).flat)
    for axes, (name, rows) in zip(panels, conditions, strict=False):
        _panel(axes, name, rows)
    for axes in panels[len(conditions) :]:
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
