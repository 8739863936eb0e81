"""A report on a terminal: ours beside the published, metric by metric, and the notes under it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.experiments.report.notes import Notes
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import ALL, GUESS, Row
from parlour.experiments.report.spelling import MISSING, interval, label, plain_name, spelled

WIDTH = 100
EVERYTHING = "All stories together"


def heading(results: Results) -> str:
    """What was run, in two or three lines of plain text."""
    suite, run, started = results.suite, results.run, results.started
    done = f"{len(results.played)} of {started.cells} matches"
    language = f", {run.language}" if run.language else ""
    when = started.started[:16].replace("T", " ")
    return (
        f"{suite.title}\n{suite.source}\n{run.id} · {run.model} · {run.stories}{language} · {done} · {when}"
    )


def tables(results: Results, rows: Sequence[Row]) -> Iterator[RenderableType]:
    """The report as things to print, each at most `WIDTH` columns wide."""
    title, source, run = heading(results).split("\n")
    yield Text.from_markup(f"[bold]{escape(title)}[/]\n[dim]{escape(source)}\n{escape(run)}[/]")
    notes = Notes.of(rows)
    for script, told in groupby(rows, key=lambda row: row.script):
        yield _table(script, list(told), notes)
    yield Padding(_legend(notes), (1, 0, 0, 0))


def _table(script: str, rows: Sequence[Row], notes: Notes) -> Table:
    columns = [
        name for name in ("civilians", "strict") if any(row.metric.endswith(f"({name})") for row in rows)
    ]
    table = Table(
        title=f"\n{EVERYTHING if script == ALL else escape(script)}",
        title_justify="left",
        title_style="bold",
        box=None,
        padding=(0, 1, 0, 0),
        width=WIDTH,
    )
    table.add_column("", ratio=1, overflow="fold")
    theirs = ("published", "diff.") if any(row.published is not None for row in rows) else ()
    heads = ("ours", "95 %", *theirs, *columns, "n", "faults", "note")
    for head in heads:
        table.add_column(head, justify="right" if head != "note" else "left", no_wrap=head != "note")
    values = {(row.metric, row.condition): row for row in rows}
    shown = [row for row in rows if row.metric == plain_name(row.metric)]
    for metric, told in groupby(shown, key=lambda row: row.metric):
        table.add_row(f"[bold]{label(metric)}[/]")
        for row in told:
            beside = [values.get((f"{metric} ({column})", row.condition)) for column in columns]
            cells = (*_ours(row, notes), *(_theirs(row) if theirs else ()), *_rest(row, beside, notes))
            table.add_row(*cells, style="dim" if row.condition.endswith(GUESS) else "")
    return table


def _ours(row: Row, notes: Notes) -> Iterator[str]:
    yield f"  {escape(row.condition)}"
    yield spelled(row.ours, row.metric) + notes.star(row)
    yield interval(row.low, row.high, row.metric)


def _theirs(row: Row) -> Iterator[str]:
    yield "" if row.published is None else spelled(row.published, row.metric)
    yield "" if row.difference is None else spelled(row.difference, row.metric, signed=True)


def _rest(row: Row, beside: Sequence[Row | None], notes: Notes) -> Iterator[str]:
    yield from (spelled(other.ours, row.metric) if other else "" for other in beside)
    yield f"{row.n:,}"
    yield MISSING if row.faults is None else f"{row.faults:.1%}"
    yield notes.numbered(row)


def _legend(notes: Notes) -> Table:
    legend = Table(box=None, show_header=False, padding=(0, 1, 0, 0), width=WIDTH)
    legend.add_column(justify="right", no_wrap=True)
    legend.add_column(ratio=1)
    legend.add_row(
        "n", "answers, votes, cases, calls or matches; intervals are over matches; faults are per call"
    )
    for mark, clause in notes.lines():
        legend.add_row(mark, escape(clause))
    return legend
