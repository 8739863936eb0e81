"""How often that is true which seats hold about as likely, condition by condition and day by day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from pydantic import BaseModel, ConfigDict
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from parlour.evaluation import MatchScore, calibration, calibration_error, standard_error
from parlour.experiments.report.results import Results
from parlour.experiments.report.table import WIDTH


class CalibrationRow(BaseModel):
    """What came of the beliefs of a condition in one tenth of the scale.

    Attributes:
        suite: the suite's name.
        condition: the arm, or a rule that holds something of the same stories.
        round: of play; 0 for all together.
        low: where the tenth begins.
        n: how many probabilities lie in it.
        held: their mean.
        true: the share of those that were sought; with perfect calibration the same.
        error: the expected calibration error over all tenths of the condition and round.
        deviation: its standard error over matches (jackknife); null of fewer than two.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    suite: str
    condition: str
    round: int
    low: float
    n: int
    held: float
    true: float
    error: float | None = None
    deviation: float | None = None


def calibration_rows(results: Results) -> list[CalibrationRow]:
    """Of every condition whose seats were asked, and of rules without a model; none where nobody was."""
    rules = results.baselines
    told = {view.name: list(results.scores(view.name)) for view in results.suite.shown}
    told |= {rule: list(scores.values()) for rule, scores in rules.items()}
    return [
        row for name, scores in told.items() for row in _rows(results, name, scores, is_whole=bool(rules))
    ]


def _rows(
    results: Results, name: str, scores: Sequence[MatchScore], *, is_whole: bool
) -> Iterator[CalibrationRow]:
    bins = calibration(scores, is_whole=is_whole)

    def error_of(of: int, some: Sequence[MatchScore]) -> float | None:
        return calibration_error(calibration(some, is_whole=is_whole), of)

    errors = {of: error_of(of, scores) for of in {each.round for each in bins}}
    deviations = {of: standard_error(scores, partial(error_of, of)) for of in errors}
    for each in bins:
        yield CalibrationRow(
            suite=results.suite.name,
            condition=name,
            **vars(each),
            error=errors[each.round],
            deviation=deviations[each.round],
        )


def calibration_table(told: Sequence[CalibrationRow]) -> RenderableType:
    """What a terminal prints."""
    if not told:
        return Text("nobody was asked what they hold: parlour run SUITE --elicit")
    table = Table(
        title=Text("Calibration"), title_justify="left", box=None, padding=(0, 1, 0, 0), width=WIDTH
    )
    table.add_column("", ratio=1, overflow="fold")
    for head in ("held from", "mean", "true", "n"):
        table.add_column(head, justify="right", no_wrap=True)
    for (condition, of), rows in groupby(told, key=lambda row: (row.condition, row.round)):
        some = list(rows)
        table.add_row(Text(f"{condition}, {f'round {of}' if of else 'all rounds'}", style="bold"))
        for row in some:
            table.add_row("", f"{row.low:.1f}", f"{row.held:.3f}", f"{row.true:.3f}", f"{row.n:,}")
        table.add_row(Text(f"  {_error(some[0])}"))
    return table


def _error(row: CalibrationRow) -> str:
    about = "" if row.deviation is None else f" ± {row.deviation:.3f} (standard error over matches)"
    return f"expected calibration error {row.error or 0.0:.3f}{about}"
