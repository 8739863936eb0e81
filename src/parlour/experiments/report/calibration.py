"""How often that is true which seats hold about as likely, condition by condition and day by day."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from pydantic import BaseModel, ConfigDict
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from parlour.evaluation import calibration
from parlour.experiments.report.results import Results
from parlour.experiments.report.table import WIDTH


class CalibrationRow(BaseModel):
    """What came of the beliefs of a condition in one tenth of the scale.

    Attributes:
        suite: the suite's name.
        condition: the arm.
        round: of play; 0 for all together.
        low: where the tenth begins.
        n: how many probabilities lie in it.
        held: their mean.
        true: the share of those that were sought; with perfect calibration the same.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    suite: str
    condition: str
    round: int
    low: float
    n: int
    held: float
    true: float


def calibration_rows(results: Results) -> list[CalibrationRow]:
    """Of every condition whose seats were asked; none where nobody was."""
    return [
        CalibrationRow(suite=results.suite.name, condition=view.name, **vars(each))
        for view in results.suite.shown
        for each in calibration(results.scores(view.name))
    ]


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
        table.add_row(Text(f"{condition}, {f'round {of}' if of else 'all rounds'}", style="bold"))
        for row in rows:
            table.add_row("", f"{row.low:.1f}", f"{row.held:.3f}", f"{row.true:.3f}", f"{row.n:,}")
    return table
