"""The figure of a run, in the form that its suite asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import assert_never

from matplotlib.figure import Figure

from parlour.experiments.report.calibration import CalibrationRow, of_all_rounds
from parlour.experiments.report.figures.bars import CHANCE, Looks, draw_bars, looks_of
from parlour.experiments.report.figures.boxes import draw_boxes, draw_calibration, draw_radar
from parlour.experiments.report.figures.clouds import draw_clouds
from parlour.experiments.report.figures.curves import OnCurve, draw_curves, draw_strengths
from parlour.experiments.report.figures.drawing import report_style, save
from parlour.experiments.report.results import Results
from parlour.experiments.report.rich_results import RichResults
from parlour.experiments.report.row import ALL, Row, plain_name, plural
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
    results: Results, told: Sequence[CalibrationRow], stem: Path
) -> tuple[Path, Path, Path] | None:
    """Draws the calibration of beliefs as PNG, SVG and PDF; returns None without elicited beliefs."""
    conditions = of_all_rounds(told)
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
    shown = [row for row in rows if row.script == ALL and row.metric == plain_name(row.metric)]
    caption = " ".join(_caption(results, shown))
    if suite.figure == "clouds":
        return draw_clouds(rich.talks if rich else {}, suite.title, caption)
    if not any(row.ours is not None for row in shown):
        return None
    match suite.figure:
        case "bars" | "costs" | "pairs":
            return draw_bars(shown, suite.title, caption, looks_of(suite, shown), most)
        case "boxes":
            return draw_boxes(shown, suite, caption)
        case "curves":
            arms = {arm.name: arm for arm in suite.conditions if isinstance(arm, OnCurve)}
            return draw_curves(shown, arms, suite.series, suite.title, caption)
        case "radar":
            return draw_radar(shown, suite.reference, suite.title, caption)
        case "strengths":
            first = [row for row in shown if row.metric == suite.metrics[0]]
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
    theirs = results.beside().measured if mark else None
    if theirs and any(row.published is not None for row in rows):
        is_like = not any(UNLIKE in row.note for row in rows)
        yield f"{mark} ({theirs.model}{'' if is_like else '; not comparable, see the notes'})."
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
    told = [len(results.scores(each.name)) for each in results.suite.rows]
    counts = [count for count in told if count] or [0]
    least, most = min(counts), max(counts)
    matches = f"n = {most}" if least == most else f"n = {least} to {most}"
    number, thing = results.stories, stories_of(results.suite.game).played_on
    played_on = f"1 {thing}" if number == 1 else f"{number} {plural(thing)}"
    return f"{matches} {'match' if most == 1 else 'matches'} per condition, of {played_on}"
