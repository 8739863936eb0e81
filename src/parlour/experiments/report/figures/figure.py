"""A run's figure in the form that its suite asks for, with its caption; and bars by method."""

# matplotlib does not say what its keyword arguments are.
# pyright: reportUnknownMemberType=false
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import assert_never

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import blended_transform_factory

from parlour.evaluation import BEST, MEASURES
from parlour.experiments.report.calibration import CalibrationRow, of_all_rounds
from parlour.experiments.report.figures.boxes import draw_boxes, draw_calibration, draw_radar
from parlour.experiments.report.figures.clouds import draw_clouds
from parlour.experiments.report.figures.curves import OnCurve, draw_curves, draw_strengths
from parlour.experiments.report.figures.drawing import (
    GREYS,
    INK,
    MUTED,
    PAPER,
    colours,
    frame,
    margins,
    quiet,
    report_style,
    save,
    spread,
    text_width,
    ticks,
    wrap_caption,
)
from parlour.experiments.report.results import Results
from parlour.experiments.report.rich_results import RichResults
from parlour.experiments.report.row import (
    ALL,
    GUESS,
    Row,
    format_value,
    is_expected,
    label,
    plain_name,
    plural,
    unit,
)
from parlour.experiments.report.rows import UNLIKE
from parlour.experiments.report.table import published_head
from parlour.experiments.stories import stories_of
from parlour.experiments.suite import Suite

MARKS: Mapping[str, str] = {"radar": "Dotted: published of the condition", "clouds": ""}
"""The caption of published values by figure, where they are no diamonds; empty if it has none."""


ON_A_PAGE = 2
"""The panels of bars across a printed page: of a text width of 6.5 inches, 9 points stay above 8."""


def draw_files(
    results: Results, rows: Sequence[Row], stem: Path, rich: RichResults | None = None
) -> tuple[Path, Path, Path] | None:
    """Draws a run's figure as PNG, SVG and PDF; None where it has none."""
    with report_style():
        figure = draw(results, rows, rich)
        return save(figure, stem, draw(results, rows, rich, most=ON_A_PAGE)) if figure else None


def draw_calibration_files(
    results: Results, rows: Sequence[CalibrationRow], stem: Path
) -> tuple[Path, Path, Path] | None:
    """Draws the calibration of beliefs as PNG, SVG and PDF; returns None without elicited beliefs."""
    conditions = of_all_rounds(rows)
    if not conditions:
        return None
    thing = plural(stories_of(results.suite.game).drawn)
    caption = (
        f"Model: {results.run.thinks_with}. {_sample(results)}. Above each point: how many probabilities of "
        f"that tenth were held. Whiskers: 95 % intervals over {thing}, of fewer than five none. "
        f"ECE: expected calibration error ± its standard error over {thing}. On the diagonal both agree."
    )
    with report_style():
        return save(draw_calibration(conditions, f"Calibration: {results.suite.title}", caption), stem)


def draw_figure(results: Results, rows: Sequence[Row], rich: RichResults | None = None) -> Figure | None:
    """Returns a run's figure in the style of these figures, for the caller to show or save."""
    with report_style():
        return draw(results, rows, rich)


def draw_marks(
    rows: Sequence[Row], stem: Path, *, proposed: str = "", source: str
) -> tuple[Path, Path, Path] | None:
    """Draws the marks that people gave as PNG, SVG and PDF; returns None without marks."""
    if not any(row.ours is not None for row in rows):
        return None
    caption = f"Marks from 1 to 5. Whiskers: 95 % intervals over people. ◇ published. After {source}."
    looks = Looks(proposed=proposed)
    with report_style():
        return save(draw_bars(rows, "What people said of the agents", caption, looks), stem)


def draw(
    results: Results, rows: Sequence[Row], rich: RichResults | None = None, *, most: int = 0
) -> Figure | None:
    """Draws the figure; returns None where the suite has none or nothing is played yet.

    Args:
        results: the run.
        rows: its table.
        rich: its measures of richness.
        most: how many panels of bars stand in a row at most; 0 for all.
    """
    suite = results.suite
    plain_rows = [row for row in rows if row.script == ALL and row.metric == plain_name(row.metric)]
    caption = " ".join(_caption(results, plain_rows))
    if suite.figure == "clouds":
        return draw_clouds(rich.talks if rich else {}, suite.title, caption)
    if not any(row.ours is not None for row in plain_rows):
        return None
    match suite.figure:
        case "bars" | "costs" | "pairs":
            return draw_bars(plain_rows, suite.title, caption, looks_of(suite, plain_rows), most)
        case "boxes":
            return draw_boxes(plain_rows, suite, caption)
        case "curves":
            arms = {arm.name: arm for arm in suite.conditions if isinstance(arm, OnCurve)}
            return draw_curves(plain_rows, arms, suite.series, suite.title, caption)
        case "radar":
            return draw_radar(plain_rows, suite.reference, suite.title, caption)
        case "strengths":
            first = [row for row in plain_rows if row.metric == suite.metrics[0]]
            return draw_strengths(first, suite.points, suite.proposed, suite.title, caption)
        case "dialogues" | None:
            return None
        case _:
            assert_never(suite.figure)


def _caption(results: Results, rows: Sequence[Row]) -> Iterator[str]:
    suite, run = results.suite, results.run
    dashes = looks_of(suite, rows).dashes
    yield f"Model: {run.thinks_with}. {_sample(results)}."
    match suite.figure:
        case "boxes":
            yield f"A dot is a choice of {suite.parts}, the star the paper's."
            yield "Line and band: mean and range of what they cost."
        case "curves":
            yield f"m: questions per victim and round. {_whiskers(suite, rows)}"
        case "bars" if any(row.condition in dashes and row.condition != CHANCE for row in rows):
            lines = (f"{'guessing' if name == CHANCE else name} {how}" for name, how in dashes.items())
            yield f"{_whiskers(suite, rows)} Lines: {', '.join(lines)}."
        case "strengths":
            thing = plural(stories_of(suite.game).drawn)
            yield f"Bands: 95 % intervals over {thing}. Dotted: the ceiling and chance."
        case "radar":
            yield f"Filled: the condition. Grey: {suite.reference}."
        case "clouds":
            yield "The larger, the more often said; the commonest words of English are left out."
        case _:
            yield _whiskers(suite, rows)
    mark = MARKS.get(suite.figure or "", f"◇ {published_head(rows)}")
    measured = results.beside().measured if mark else None
    if measured and any(row.published is not None for row in rows):
        is_like = not any(UNLIKE in row.note for row in rows)
        yield f"{mark} ({measured.model}{'' if is_like else '; not comparable, see the notes'})."
    yield f"After {suite.source}."


def _whiskers(suite: Suite, rows: Sequence[Row]) -> str:
    """Returns the part of the caption on the whiskers, and on the dots that replace them for few samples."""
    thing = stories_of(suite.game).drawn
    whiskers = (
        f"Whiskers: 95 % intervals over {plural(thing)}." if any(row.low is not None for row in rows) else ""
    )
    dots = (
        f"Small dots: single {plural(thing)}, too few for an interval."
        if any(row.points for row in rows)
        else ""
    )
    return " ".join(filter(None, (whiskers, dots)))


def _sample(results: Results) -> str:
    match_counts = [len(results.scores(view.name)) for view in results.suite.rows]
    counts = [count for count in match_counts if count] or [0]
    least, most = min(counts), max(counts)
    matches = f"n = {most}" if least == most else f"n = {least} to {most}"
    number, thing = results.stories, stories_of(results.suite.game).played_on
    played_on = f"1 {thing}" if number == 1 else f"{number} {plural(thing)}"
    return f"{matches} {'match' if most == 1 else 'matches'} per condition, of {played_on}"


CHANCE = f"random {GUESS}"
DASHES = {"dashed": "--", "solid": "-", "dotted": ":"}
"""The styles of lines: rows that play nothing, in their order, have the first two, chance the last."""
APART = 0.2
"""The distance between the names of lines, as a share of the axis."""
ROW_HEIGHT, PANEL_WIDTH, NAMES = 0.34, 2.15, 2.2
"""Inches: of a bar with its gap, of a panel, and the least room for the names at the left."""
BESIDE_NAMES = 0.25
"""Inches that names leave free at either side together."""
TOP, BOTTOM = 0.98, 0.82
BETWEEN = 0.85
"""Inches between two rows of panels."""
AXIS, CAPTION_LINE = 0.37, 0.155
"""Inches below the bars: of an axis with its ticks, and of a line of the caption."""


@dataclass(frozen=True, kw_only=True)
class Looks:
    """The settings that determine the look of a condition.

    Attributes:
        proposed: the condition that the paper proposes; empty for none.
        has_lines: whether these and chance are lines across the bars, and not bars.
    """

    proposed: str = ""
    unplayed: tuple[str, ...] = ()
    has_lines: bool = False

    @property
    def dashes(self) -> Mapping[str, str]:
        """The dash style of each line; empty where there are no lines."""
        if not self.has_lines:
            return {}
        *others, chance = DASHES
        return {**dict(zip(self.unplayed, cycle(others), strict=False)), CHANCE: chance}


def looks_of(suite: Suite, rows: Sequence[Row]) -> Looks:
    """Returns the looks of a suite's conditions: lines where anything was played that they can cross."""
    views = suite.rows
    unplayed = tuple(view.name for view in views if not any(suite.arm(name).is_played for name in view.arms))
    played = (row for row in rows if row.n and row.condition not in unplayed)
    has_bars = any(not is_expected(row.condition) for row in played)
    return Looks(proposed=suite.proposed, unplayed=unplayed, has_lines=suite.figure == "bars" and has_bars)


def draw_bars(rows: Sequence[Row], title: str, caption: str, looks: Looks, most: int = 0) -> Figure:
    """Draws horizontal bars with intervals, values at their ends and published values as hollow diamonds.

    Args:
        rows: of all stories together, without further columns.
        title: above it.
        caption: below it.
        looks: what the conditions look like.
        most: how many panels stand in a row at most, so that text stays legible on a page; 0 for all.
    """
    dashes = looks.dashes
    visible_rows = [row for row in rows if row.n or (row.metric in MEASURES and row.published is not None)]
    bars = list(dict.fromkeys(row.condition for row in visible_rows if row.condition not in dashes))
    bars = [name for name in bars if not is_expected(name)]
    shades = colours(bars, proposed=looks.proposed, unplayed=looks.unplayed)
    metrics = list(dict.fromkeys(row.metric for row in rows))
    cells = {(row.metric, row.condition): row for row in rows}
    left = max(NAMES, BESIDE_NAMES + max((text_width(name) for name in bars), default=0.0))
    across = min(most or len(metrics), len(metrics))
    down = math.ceil(len(metrics) / across)
    width, tall = left + PANEL_WIDTH * across + 0.35, ROW_HEIGHT * len(bars)
    bottom = max(BOTTOM, AXIS + CAPTION_LINE * len(wrap_caption(caption, width)))
    figure = Figure(figsize=(width, TOP + bottom + tall * down + BETWEEN * (down - 1)))
    panels: list[Axes] = list(figure.subplots(down, across, sharey=True, squeeze=False).flat)
    for spare in panels[len(metrics) :]:
        spare.set_visible(False)
    for axes, metric in zip(panels, metrics, strict=False):
        metric_rows = {name: cells[metric, name] for name in bars if (metric, name) in cells}
        limit = _panel(axes, metric, metric_rows, shades)
        _lines(axes, [row for name in dashes if (row := cells.get((metric, name)))], limit, looks)
    for first in panels[::across]:
        first.set_yticks(range(len(bars)), bars, color=INK)
    panels[0].set_ylim(len(bars) - 0.4, -0.6)
    margins(figure, left=left, right=0.35, top=TOP, bottom=bottom, wspace=0.16, hspace=BETWEEN / tall)
    frame(figure, title, caption)
    return figure


def _panel(axes: Axes, metric: str, rows: Mapping[str, Row], shades: Mapping[str, str]) -> float:
    reach = [value for row in rows.values() for value in row.reach]
    limit = _limit(metric, reach)
    least = min(0.0, *reach, 0.0)
    for place, (name, row) in enumerate(rows.items()):
        if row.ours is not None:
            axes.barh(place, row.ours, height=0.62, color=shades[name], zorder=2)
            _whisker(axes, place, row)
            _value(axes, place, row, limit)
        if row.published is not None:
            axes.plot(row.published, place, "D", mfc=PAPER, mec=INK, mew=1.1, ms=4.6, zorder=5)
    axes.set_title(label(metric), fontsize=9, loc="left", pad=20, color=INK)
    axes.set_xlim(least, limit * 1.38)
    tick_values = MaxNLocator(nbins=4, steps=[1, 2, 5, 10]).tick_values(least, limit)
    axes.set_xticks([place for place in tick_values if least <= place <= limit * 1.001])
    axes.xaxis.set_major_formatter(ticks(metric))
    axes.spines["bottom"].set_bounds(least, limit)
    axes.tick_params(axis="x", labelsize=7.5)
    quiet(axes, "x")
    return limit


def _limit(metric: str, reach: Sequence[float]) -> float:
    if metric in MEASURES:
        return float(BEST)
    return 1.0 if unit(metric) == "share" else max(reach, default=0.0) or 1.0


def _whisker(axes: Axes, place: int, row: Row) -> None:
    axes.plot(row.points, [place] * len(row.points), "o", mfc=PAPER, mec=INK, mew=0.8, ms=2.8, zorder=3)
    if row.low is not None and row.high is not None:
        axes.plot([row.low, row.high], [place, place], color=INK, lw=1, zorder=3, solid_capstyle="butt")
        for end in (row.low, row.high):
            axes.plot([end, end], [place - 0.11, place + 0.11], color=INK, lw=1, zorder=3)


def _value(axes: Axes, place: int, row: Row, limit: float) -> None:
    star = "*" if row.note.startswith("*") else ""
    text = format_value(row.ours, row.metric) + star
    axes.text(limit * 1.09, place, text, va="center", fontsize=8, color=INK, zorder=6)


def _lines(axes: Axes, rows: Sequence[Row], limit: float, looks: Looks) -> None:
    """Draws a line across all bars for each row without a method, with its name above the panel."""
    measured = [row for row in rows if row.ours is not None]
    greys = {CHANCE: MUTED, **dict(zip(looks.unplayed, cycle(GREYS), strict=False))}
    above = blended_transform_factory(axes.transData, axes.transAxes)
    places = spread([row.ours or 0 for row in measured], APART * limit, 1.1 * limit)
    for row, place in zip(measured, places, strict=True):
        colour, dashes = greys[row.condition], DASHES[looks.dashes[row.condition]]
        axes.axvline(row.ours or 0, color=colour, lw=1.1, ls=dashes, zorder=4)
        name = "chance" if row.condition == CHANCE else row.condition
        axes.text(place, 1.02, name, transform=above, ha="center", fontsize=7, color=colour)
