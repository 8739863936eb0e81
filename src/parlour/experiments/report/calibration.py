"""The calibration of seats' beliefs, by condition and by round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, groupby

from pydantic import BaseModel
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from parlour.evaluation import (
    MatchScore,
    calibration,
    calibration_error,
    sampling_units,
    standard_error,
    truth_interval,
)
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import format_value, interval, markdown_row
from parlour.experiments.report.table import WIDTH

TITLE = "Calibration: how often that is true which is held about as likely"
HEADS = ("held from", "mean", "true", "95 %", "n")
LEGEND = (
    "Held: the probabilities that somebody is what is sought, in tenths; true: how many of those are; n: how"
    " many probabilities; 95 % and ± over matches, or tables with all their games where seats are scored; of"
    " fewer than five no interval."
)
_SHARE = "vote_accuracy"
"""A metric that is a share, as which the values are written."""


class CalibrationRow(BaseModel, frozen=True, extra="forbid"):
    """The calibration of a condition's beliefs in one tenth of the scale.

    Attributes:
        round: of play; 0 for all together.
        true_low: where its 95 % interval over sampling units begins (matches, or tables); null of too few.
        deviation: its standard error over sampling units (jackknife); null of fewer than two.
    """

    suite: str
    condition: str
    round: int
    low: float
    n: int
    held: float
    true: float
    true_low: float | None = None
    true_high: float | None = None
    error: float | None = None
    deviation: float | None = None


def calibration_rows(results: Results) -> list[CalibrationRow]:
    """Returns the rows of each condition with elicited beliefs, and of rules without a model."""
    rules = results.baselines
    by_condition = {view.name: list(results.scores(view.name)) for view in results.suite.rows}
    by_condition |= {rule: list(scores.values()) for rule, scores in rules.items()}
    return [
        row
        for name, scores in by_condition.items()
        for row in _rows(results, name, scores, is_whole=bool(rules))
    ]


def _rows(
    results: Results, name: str, scores: Sequence[MatchScore], *, is_whole: bool
) -> Iterator[CalibrationRow]:
    bins = calibration(scores, is_whole=is_whole)

    units = sampling_units(scores)

    def error_of(number: int, sample: Sequence[Sequence[MatchScore]]) -> float | None:
        return calibration_error(calibration(chain.from_iterable(sample), is_whole=is_whole), number)

    errors = {number: error_of(number, units) for number in {tenth.round for tenth in bins}}
    deviations = {number: standard_error(units, partial(error_of, number)) for number in errors}
    for tenth in bins:
        bounds = truth_interval(scores, tenth, is_whole=is_whole)
        yield CalibrationRow(
            suite=results.suite.name,
            condition=name,
            **vars(tenth),
            true_low=bounds.low,
            true_high=bounds.high,
            error=errors[tenth.round],
            deviation=deviations[tenth.round],
        )


def calibration_table(rows: Sequence[CalibrationRow]) -> RenderableType:
    """Returns the calibration as a table for a terminal."""
    if not rows:
        return Text("nobody was asked what they hold: parlour run SUITE --elicit")
    table = Table(
        title=Text("Calibration"), title_justify="left", box=None, padding=(0, 1, 0, 0), width=WIDTH
    )
    table.add_column("", ratio=1, overflow="fold")
    for head in HEADS:
        table.add_column(head, justify="right", no_wrap=True)
    for (condition, number), group in groupby(rows, key=lambda row: (row.condition, row.round)):
        bins = list(group)
        table.add_row(Text(f"{condition}, {f'round {number}' if number else 'all rounds'}", style="bold"))
        for row in bins:
            table.add_row("", *cells_of(row))
        table.add_row(Text(f"  {error_text(bins[0])}"))
    return table


def cells_of(row: CalibrationRow) -> tuple[str, ...]:
    """Returns the cells of a row, in the order of `HEADS`."""
    bounds = interval(row.true_low, row.true_high, _SHARE)
    return f"{row.low:.1f}", f"{row.held:.3f}", f"{row.true:.3f}", bounds, f"{row.n:,}"


def of_all_rounds(rows: Sequence[CalibrationRow]) -> list[tuple[str, list[CalibrationRow]]]:
    """Returns the rows over all rounds by condition, which figures and pages show."""
    all_rounds = [row for row in rows if row.round == 0]
    return [(name, list(group)) for name, group in groupby(all_rounds, key=lambda row: row.condition)]


def calibration_markdown(rows: Sequence[CalibrationRow]) -> Iterator[str]:
    """Yields the calibration over all rounds as a table in Markdown; nothing without elicited beliefs."""
    if not rows:
        return
    heads = ("condition", *HEADS)
    yield from ("", f"*{TITLE}*", "", markdown_row(heads), markdown_row(["---"] * len(heads)))
    for name, group in of_all_rounds(rows):
        for row in group:
            yield markdown_row((name, *cells_of(row)))
        yield f"| | {error_text(group[0])} |{' |' * (len(HEADS) - 1)}"
    yield from ("", f"- {LEGEND}")


def error_short(row: CalibrationRow) -> str:
    """Returns the calibration error in a figure's form: `ECE .093 ± .031`."""
    about = "" if row.deviation is None else f" ± {format_value(row.deviation, _SHARE)}"
    return f"ECE {format_value(row.error or 0.0, _SHARE)}{about}"


def error_text(row: CalibrationRow) -> str:
    """Returns the expected calibration error of a row's condition and round as text."""
    about = "" if row.deviation is None else f" ± {row.deviation:.3f} (standard error)"
    return f"expected calibration error {row.error or 0.0:.3f}{about}"
