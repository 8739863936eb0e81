"""Two models side by side on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from parlour.experiments.report.compare import Difference
from parlour.experiments.report.results import Results
from parlour.experiments.report.spelling import interval, label, spelled
from parlour.experiments.report.table import POINTS, WIDTH


def comparison(one: Results, other: Results, told: Sequence[Difference]) -> Iterator[RenderableType]:
    """What to print of a comparison."""
    runs = f"{one.run.id} and {other.run.id}"
    yield Text.assemble((f"{one.suite.title}\n", "bold"), (f"{runs}\n", "dim"))
    table = Table(box=None, padding=(0, 1, 0, 0), width=WIDTH)
    table.add_column("", ratio=1, overflow="fold")
    for head in (one.run.thinks_with, other.run.thinks_with, "difference", "95 %", "stories"):
        table.add_column(
            Text(head), justify="right", overflow="fold", max_width=POINTS if head == "95 %" else None
        )
    for metric, rows in groupby(told, key=lambda each: each.metric):
        table.add_row(Text(label(metric), style="bold"))
        for row in rows:
            table.add_row(*map(Text, _cells(row)))
    yield table
    yield Text(
        "\n* differs by a t-test over evaluations at 0.05. Where several stories are in both, values and"
        " intervals are over these, in pairs; else over all matches. Of too few stories the difference on"
        " each. Keys are the authors', unless a heading says otherwise."
    )
    yield from (
        Text(f"not alike in all but the model: {note}")
        for note in dict.fromkeys(r.note for r in told)
        if note
    )


def _cells(row: Difference) -> tuple[str, ...]:
    difference = "" if row.difference is None else spelled(row.difference, row.metric, signed=True) + row.star
    ends = interval(row.low, row.high, row.metric, row.points, signed=bool(row.points)).replace("–", " to ")
    return (
        f"  {row.condition}",
        spelled(row.ours, row.metric),
        spelled(row.theirs, row.metric),
        difference,
        ends,
        str(row.paired),
    )
