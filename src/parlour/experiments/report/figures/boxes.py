"""Box plots of scores by number of parts, with a line of costs (Zhu et al. 2025, figure 7)."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from parlour.experiments.report.figures.drawing import HERO, INK, MUTED, frame, margins, quiet, ticks
from parlour.experiments.report.row import Row, is_expected
from parlour.experiments.report.spelling import label
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
    told: dict[int, list[Row]] = {}
    for row in rows:
        if row.metric == metric and row.ours is not None and not is_expected(row.condition):
            told.setdefault(len(row.condition.split(" + ")), []).append(row)
    return dict(sorted(told.items()))


def _boxes(axes: Axes, scores: Mapping[int, list[Row]], proposed: str) -> None:
    if scores:
        axes.boxplot(
            [[row.ours or 0.0 for row in told] for told in scores.values()],
            positions=list(scores),
            widths=0.5,
            patch_artist=True,
            showfliers=False,
            boxprops={"facecolor": "#cfe3f1cc", "edgecolor": BLUE, "linewidth": 1.1},
            medianprops={"color": BLUE, "linewidth": 2},
            whiskerprops={"color": BLUE},
            capprops={"color": BLUE},
        )
    for size, told in scores.items():
        for number, row in enumerate(told):
            shift = (number - (len(told) - 1) / 2) * 0.36 / max(1, len(told) - 1)
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
    """Methods beside the choices: a diamond for the score, a dot for the cost."""
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
    values = [[row.ours or 0.0 for row in told] for told in costs.values()]
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
