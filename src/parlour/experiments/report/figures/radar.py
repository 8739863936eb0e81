"""Radar charts, a panel per condition beside the baseline (Deng and Cai, figure 5)."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from parlour.experiments.report.figures.drawing import HERO, INK, MUTED, frame, margins, ticks
from parlour.experiments.report.row import Row

PANEL = 2.8
"""Width of a panel in inches."""
FEWEST_SPOKES = 3


def draw_radar(rows: Sequence[Row], reference: str, title: str, caption: str) -> Figure | None:
    """Draws a spoke per metric; the condition filled, the reference in grey, published values dotted.

    Returns:
        None of fewer than three metrics, which enclose nothing.
    """
    told = {(row.metric, row.condition): row for row in rows if row.ours is not None}
    metrics = list(dict.fromkeys(row.metric for row in rows))
    panels = [name for name in dict.fromkeys(row.condition for row in told.values()) if name != reference]
    if len(metrics) < FEWEST_SPOKES or not panels:
        return None
    figure = Figure(figsize=(0.4 + PANEL * len(panels), 3.9))
    polar = {"projection": "polar"}
    axes: Sequence[Axes] = figure.subplots(1, len(panels), squeeze=False, subplot_kw=polar, sharey=True)[0]
    reach = [value for row in told.values() for value in (row.ours, row.published) if value is not None]
    for panel, name in zip(axes, panels, strict=True):
        _outline(panel, metrics, {each: told.get((each, reference)) for each in metrics}, MUTED)
        _outline(panel, metrics, {each: told.get((each, name)) for each in metrics}, HERO, is_filled=True)
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
    theirs = [row.published if row else None for row in rows.values()]
    known = [value for value in theirs if value is not None]
    if len(known) == len(theirs):
        axes.plot(around, [*known, known[0]], color=INK, lw=1.1, ls=":", zorder=4)


def _finish(axes: Axes, metrics: Sequence[str], name: str, limit: float) -> None:
    axes.set_title(name, fontsize=9, color=INK, pad=16)
    axes.set_xticks(_angles(metrics), [each.rpartition(".")[2] for each in metrics], fontsize=7.5)
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
