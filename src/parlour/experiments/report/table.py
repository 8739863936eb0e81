"""A report on a terminal: ours beside the published, metric by metric, and the notes under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.evaluation import AskedModel
from parlour.experiments.report.notes import RowNotes, has_deviations
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import ALL, BY, Row
from parlour.experiments.report.spelling import (
    ACROSS,
    COLUMNS,
    MISSING,
    format_value,
    interval,
    metric_heading,
    plain_name,
    plural,
    with_deviation,
)
from parlour.experiments.stories import stories_of
from parlour.llm import WITHOUT

WIDTH = 100
POINTS = 20
"""The widest that the points of too few matches may stand in a line."""
SEEN = 0.0005
"""The smallest share of calls that a percentage with one digit shows."""
COUNTED = "answers, votes, texts, cases, calls, deeds, seats or matches"


def heading(results: Results) -> str:
    """Returns the suite's title, its source and the run, a line each."""
    suite, run, started = results.suite, results.run, results.started
    done = f"{len(results.played)} of {started.cells} matches"
    language = f", {run.language}" if run.language else ""
    when = started.started[:16].replace("T", " ")
    what = f"{run.id} · {run.thinks_with} · {run.stories}{language} · {done} · {when}"
    return f"{suite.title}\n{suite.source}\n{what}"


def asked_lines(results: Results) -> list[str]:
    """Yields a line on each model that reasoned, or whose server rejects a feature."""
    asked: dict[str, AskedModel] = {}
    for score in (played.score for played in results.played if played.score):
        for model, counts in score.asked.items():
            asked[model] = asked.get(model, AskedModel()) + counts
    lines: list[str] = []
    for model, counts in sorted(asked.items()):
        clauses = [f"{WITHOUT[feature]} ({calls:,})" for feature, calls in counts.without.items()]
        if counts.thought or counts.room:
            room = f"with room for {counts.room:,} tokens of thought"
            clauses.insert(0, f"it thought before {counts.thought:,} replies, {room}")
        if clauses:
            lines.append(f"{model}, {counts.calls:,} calls: {'; '.join(clauses)}")
    return lines


def everything(game: str) -> str:
    """Returns a table's label of all that was played of a game."""
    return f"All {stories_of(game).together} together"


def tables(results: Results, rows: Sequence[Row]) -> Iterator[RenderableType]:
    """Yields the printable parts of the report, each at most `WIDTH` columns wide."""
    parts = [
        (everything(results.suite.game) if script == ALL else script, list(told))
        for script, told in groupby(rows, key=lambda row: row.script)
    ]
    head = "\n".join((heading(results), *asked_lines(results)))
    yield from tables_of(head, parts, plural(stories_of(results.suite.game).drawn))


def tables_of(head: str, parts: Sequence[tuple[str, Sequence[Row]]], drawn: str) -> Iterator[RenderableType]:
    """Rows as things to print, whatever they are of."""
    title, source, run = head.split("\n")
    yield Text.assemble((f"{title}\n", "bold"), (f"{source}\n{run}", "dim"))
    notes = RowNotes.of([row for _, rows in parts for row in rows])
    for name, rows in parts:
        yield _table(name, rows, notes)
    yield Padding(_legend(notes, drawn), (1, 0, 0, 0))


def condition_name(row: Row) -> str:
    """Returns a table's label of a row; another model's number is indented under the condition."""
    _, is_other, model = row.condition.partition(BY)
    return f"    {model}" if is_other else row.condition


def ours(row: Row) -> str:
    """Returns our number with its deviation over evaluations; empty in a row for comparison only."""
    return "" if row.n == 0 and row.is_beside else with_deviation(row.ours, row.deviation, row.metric)


def published_text(row: Row) -> str:
    """Returns the published number with its ±; empty where there is none."""
    if row.published is None:
        return ""
    return with_deviation(row.published, row.published_deviation, row.metric)


def published_head(rows: Iterable[Row]) -> str:
    """Returns the head of the column of published or invented numbers; empty where there are none."""
    theirs = [row for row in rows if row.published is not None]
    if not theirs:
        return ""
    return "invented" if any(row.is_invented for row in theirs) else "published"


def across_stories(row: Row) -> str:
    """Returns the weighted deviation across stories; nothing where there is none."""
    return "" if row.weighted_deviation is None else format_value(row.weighted_deviation, row.metric)


def share_of_faults(row: Row) -> str:
    """Faults per call, `1.2%`, and so few that the share would read as none as `0/2,110`."""
    return _per_call(row, row.faults)


def share_of_repairs(row: Row) -> str:
    """Returns repaired replies per call; empty where a row has no matches."""
    return _per_call(row, row.repairs)


def has_repairs(rows: Iterable[Row]) -> bool:
    """Returns whether any reply was repaired; where none was, a table leaves the column out."""
    return any(row.repairs for row in rows)


def _per_call(row: Row, share: float | None) -> str:
    if share is None:
        return MISSING if row.n else ""
    if row.calls and share < SEEN:
        return f"{round(share * row.calls):,}/{row.calls:,}"
    return f"{share:.1%}"


def create_table(title: str, padding: tuple[int, int, int, int] = (0, 1, 0, 0)) -> Table:
    """Creates a table of a report, without columns."""
    return Table(
        title=Text(f"\n{title}"),
        title_justify="left",
        title_style="bold",
        box=None,
        padding=padding,
        width=WIDTH,
    )


def named_rows(title: str) -> Table:
    """Creates a table of a report, with the column of its rows' names."""
    table = create_table(title)
    table.add_column("", ratio=1, overflow="fold")
    return table


def _table(title: str, rows: Sequence[Row], notes: RowNotes) -> Table:
    columns = [name for name in COLUMNS if any(row.metric.endswith(f"({name})") for row in rows)]
    table = named_rows(title)
    theirs = (published_head(rows), "diff.") if published_head(rows) else ()
    repairs = ("repairs",) if has_repairs(rows) else ()
    across = (ACROSS,) if has_deviations(rows) else ()
    heads = ("ours", "95 %", *across, *theirs, *columns, "n", "faults", *repairs, "note")
    for head in heads:
        has_points = head == "95 %"
        table.add_column(
            head,
            justify="right" if head != "note" else "left",
            no_wrap=head != "note" and not has_points,
            max_width=POINTS if has_points else None,
        )
    values = {(row.metric, row.condition): row for row in rows}
    shown = [row for row in rows if row.metric == plain_name(row.metric)]
    for metric, told in groupby(shown, key=lambda row: row.metric):
        table.add_row(Text(metric_heading(metric), style="bold"))
        for row in told:
            beside = [values.get((f"{metric} ({column})", row.condition)) for column in columns]
            apart = "" if row.difference is None else format_value(row.difference, row.metric, signed=True)
            cells = (
                f"  {condition_name(row)}",
                ours(row) + notes.star(row),
                interval(row.low, row.high, row.metric, row.points),
                *([across_stories(row)] if across else ()),
                *((published_text(row), apart) if theirs else ()),
                *(format_value(other.ours, row.metric) if other else "" for other in beside),
                f"{row.n:,}" if row.n else "",
                share_of_faults(row),
                *([share_of_repairs(row)] if repairs else ()),
                notes.row_numbers(row),
            )
            table.add_row(*map(Text, cells), style="dim" if row.is_beside else "")
    return table


def _legend(notes: RowNotes, drawn: str) -> Table:
    legend = Table(box=None, show_header=False, padding=(0, 1, 0, 0), width=WIDTH)
    legend.add_column(justify="right", no_wrap=True)
    legend.add_column(ratio=1)
    legend.add_row("n", f"{COUNTED}; intervals are over {drawn}; faults and repaired replies are per call")
    for mark, clause in notes.lines():
        legend.add_row(mark, Text(clause))
    return legend
