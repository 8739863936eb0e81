"""The figure of a run, in the form that its suite asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import assert_never

from matplotlib.figure import Figure

from parlour.experiments.report.comparable import UNLIKE
from parlour.experiments.report.figures.bars import draw_bars
from parlour.experiments.report.figures.boxes import draw_boxes
from parlour.experiments.report.figures.curves import draw_curves
from parlour.experiments.report.figures.drawing import save, styled
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import ALL, Row
from parlour.experiments.report.spelling import DRAWN, plain_name, plural
from parlour.experiments.suite import Condition


def draw_files(results: Results, rows: Sequence[Row], stem: Path) -> tuple[Path, Path] | None:
    """Draws a run's figure as PNG and SVG; None where it has none."""
    with styled():
        figure = draw(results, rows)
        return save(figure, stem) if figure else None


def draw(results: Results, rows: Sequence[Row]) -> Figure | None:
    """The figure; None where the suite has none or nothing is played yet."""
    suite = results.suite
    shown = [row for row in rows if row.script == ALL and row.metric == plain_name(row.metric)]
    caption = " ".join(_caption(results, shown))
    if not shown:
        return None
    match suite.figure:
        case "bars" | "costs" | "pairs":
            return draw_bars(shown, suite.title, caption, lines=suite.figure == "bars")
        case "boxes":
            return draw_boxes(shown, suite.title, caption)
        case "curves":
            arms = {arm.name: arm for arm in suite.conditions if isinstance(arm, Condition)}
            return draw_curves(shown, arms, suite.title, caption)
        case "dialogues" | None:
            return None
        case _:
            assert_never(suite.figure)


def _caption(results: Results, rows: Sequence[Row]) -> Iterator[str]:
    suite, run = results.suite, results.run
    yield f"Model: {run.model}. {_sample(results)}."
    match suite.figure:
        case "boxes":
            yield "A dot is a choice of sensors, the star the paper's."
            yield "Line and band: mean and range of what they cost."
        case "curves":
            yield "m: questions per victim and round. Whiskers: 95 % intervals over matches."
        case "bars":
            yield "Whiskers: 95 % intervals over matches. Lines: PP dashed, OP solid, guessing dotted."
        case _:
            yield f"Whiskers: 95 % intervals over {plural(DRAWN[suite.game])}."
    theirs = results.beside.measured
    if any(row.published is not None for row in rows) and theirs:
        is_like = not any(UNLIKE in row.note for row in rows)
        yield f"◇ published ({theirs.model}{'' if is_like else '; not comparable, see the notes'})."
    yield f"After {suite.source}."


def _sample(results: Results) -> str:
    told = [len(results.scores(each.name)) for each in results.suite.shown]
    counts = [count for count in told if count] or [0]
    least, most = min(counts), max(counts)
    matches = f"n = {most}" if least == most else f"n = {least} to {most}"
    number, thing = results.stories, "story" if results.suite.game == "mystery" else "table"
    played_on = f"1 {thing}" if number == 1 else f"{number} {plural(thing)}"
    return f"{matches} {'match' if most == 1 else 'matches'} per condition, of {played_on}"
