"""The tables of a report, for terminal, page and paper alike: ours beside the published, metric by metric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from parlour.evaluation import AskedModel
from parlour.evaluation.intervals import STAR
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import (
    ACROSS,
    ALL,
    BY,
    COLUMNS,
    FEW,
    MISSING,
    PM,
    Row,
    format_value,
    interval,
    metric_heading,
    plain_name,
    plural,
    unit,
    with_deviation,
)
from parlour.experiments.stories import stories_of
from parlour.llm import WITHOUT

WIDTH = 100
POINTS = 20
"""The widest that the points of too few matches may stand in a line."""
SEEN = 0.0005
"""The smallest share of calls that a percentage with one digit shows."""
Ends = tuple[float, float]
"""The ends of a scale."""
COUNTED = "answers, votes, texts, cases, calls, deeds, seats or matches"

OVER_EVALUATIONS = (
    "deviation over evaluations, ours and theirs; of votes and costs, which a match has once, over the first"
    " match of each story, the second of each, and so on"
)
ACROSS_STORIES = (
    "deviation of ours across stories, each weighted by how much it counts (Zhu et al. 2025, appendix C.2;"
    " their tables print the deviation over evaluations)"
)


@dataclass(frozen=True, kw_only=True)
class RowNotes:
    """The notes of some rows.

    Attributes:
        has_deviations: whether any number has a deviation over evaluations.
    """

    numbers: dict[str, int]
    is_starred: bool
    has_few: bool
    has_deviations: bool

    @staticmethod
    def of(rows: Iterable[Row]) -> RowNotes:
        """Numbers the notes in the order in which a reader meets them."""
        rows = list(rows)
        clauses = [clause for row in rows for clause in row.clauses]
        plain = dict.fromkeys(clause for clause in clauses if clause != FEW and not clause.startswith(STAR))
        return RowNotes(
            numbers={clause: number for number, clause in enumerate(plain, 1)},
            is_starred=any(clause.startswith(STAR) for clause in clauses),
            has_few=FEW in clauses,
            has_deviations=has_deviations(rows),
        )

    def row_numbers(self, row: Row) -> str:
        numbers = sorted(self.numbers[clause] for clause in row.clauses if clause in self.numbers)
        return ",".join(map(str, numbers))

    def star(self, row: Row) -> str:
        return STAR if any(clause.startswith(STAR) for clause in row.clauses) else ""

    def lines(self) -> list[tuple[str, str]]:
        return [*self._marks(), *((str(number), clause) for clause, number in self.numbers.items())]

    def _marks(self) -> Iterator[tuple[str, str]]:
        if self.is_starred:
            yield STAR, "differs by a t-test over evaluations at 0.05, as in the papers"
        if self.has_few:
            yield "95 %", FEW
        if self.has_deviations:
            yield PM, OVER_EVALUATIONS
            yield ACROSS, ACROSS_STORIES


def has_deviations(rows: Iterable[Row]) -> bool:
    """Returns whether any number has a deviation over evaluations; a table then adds that across stories."""
    return any(row.deviation is not None or row.published_deviation is not None for row in rows)


@dataclass(frozen=True, kw_only=True)
class ScaleMark:
    """The positions of a value and its interval on a scale from 0 to 100; None for what is missing."""

    ours: float | None
    low: float | None
    high: float | None
    published: float | None
    points: tuple[float | None, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A line of a table, as terminal, page and paper show it."""

    condition: str
    is_guess: bool
    is_other: bool
    ours: str
    star: str
    interval: str
    mark: ScaleMark
    across: str
    published: str
    difference: str
    beside: tuple[str, ...]
    n: str
    faults: str
    repairs: str
    notes: str


@dataclass(frozen=True, kw_only=True)
class Block:
    """The rows of one metric."""

    label: str
    lines: tuple[TableLine, ...]


@dataclass(frozen=True, kw_only=True)
class Section:
    """The blocks of one story or of all."""

    title: str
    is_open: bool
    columns: tuple[str, ...]
    has_repairs: bool
    published: str
    has_deviations: bool
    blocks: tuple[Block, ...]


def heading(results: Results) -> str:
    """Returns the suite's title, its source and the run, a line each."""
    suite, run, started = results.suite, results.run, results.started
    done = f"{len(results.played)} of {started.cells} matches"
    language = f", {run.language}" if run.language else ""
    when = started.started[:16].replace("T", " ")
    what = f"{run.id} · {run.thinks_with} · {run.stories}{language} · {done} · {when}"
    return f"{suite.title}\n{suite.source}\n{what}"


def model_lines(results: Results) -> list[str]:
    """Yields a line on each model that reasoned, or whose server rejects a feature."""
    totals: dict[str, AskedModel] = {}
    for score in (played.score for played in results.played if played.score):
        for model, counts in score.asked.items():
            totals[model] = totals.get(model, AskedModel()) + counts
    lines: list[str] = []
    for model, counts in sorted(totals.items()):
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
        (everything(results.suite.game) if script == ALL else script, list(group))
        for script, group in groupby(rows, key=lambda row: row.script)
    ]
    head = "\n".join((heading(results), *model_lines(results)))
    yield from tables_of(head, parts, plural(stories_of(results.suite.game).drawn))


def tables_of(head: str, parts: Sequence[tuple[str, Sequence[Row]]], drawn: str) -> Iterator[RenderableType]:
    """Yields rows as things to print, whatever they are of; a part has a title."""
    title, source, run = head.split("\n")
    yield Text.assemble((f"{title}\n", "bold"), (f"{source}\n{run}", "dim"))
    notes = RowNotes.of([row for _, rows in parts for row in rows])
    for name, rows in parts:
        yield _table(section_of(name, rows, notes))
    yield Padding(_legend(notes, drawn), (1, 0, 0, 0))


def sections_of(results: Results, rows: Sequence[Row]) -> list[Section]:
    """Returns the sections of the table, that of everything together first."""
    notes, whole_title = RowNotes.of(rows), everything(results.suite.game)
    groups = [
        (script, list(script_rows)) for script, script_rows in groupby(rows, key=lambda row: row.script)
    ]
    return [
        section_of(whole_title if script == ALL else script, script_rows, notes, is_open=script == ALL)
        for script, script_rows in sorted(groups, key=lambda group: group[0] != ALL)
    ]


def section_of(title: str, rows: Sequence[Row], notes: RowNotes, *, is_open: bool = True) -> Section:
    """Returns the section of some rows."""
    columns = tuple(name for name in COLUMNS if any(row.metric.endswith(f"({name})") for row in rows))
    values = {(row.metric, row.condition): row for row in rows}
    plain_rows = [row for row in rows if row.metric == plain_name(row.metric)]
    return Section(
        title=title,
        is_open=is_open,
        columns=columns,
        has_repairs=has_repairs(plain_rows),
        published=published_head(plain_rows),
        has_deviations=has_deviations(plain_rows),
        blocks=tuple(
            _block(metric, list(group), columns, values, notes)
            for metric, group in groupby(plain_rows, key=lambda row: row.metric)
        ),
    )


def _block(
    metric: str,
    rows: Sequence[Row],
    columns: Sequence[str],
    values: Mapping[tuple[str, str], Row],
    notes: RowNotes,
) -> Block:
    reach = [value for row in rows for value in row.reach]
    ends = (0.0, 1.0) if unit(metric) == "share" else (min(0.0, *reach, 0.0), max(0.0, *reach, 0.0) or 1.0)
    lines = (
        _line(row, [values.get((f"{metric} ({column})", row.condition)) for column in columns], ends, notes)
        for row in rows
    )
    return Block(label=metric_heading(metric), lines=tuple(lines))


def _line(row: Row, beside: Sequence[Row | None], ends: Ends, notes: RowNotes) -> TableLine:
    return TableLine(
        condition=condition_name(row),
        is_guess=row.is_beside,
        is_other=BY in row.condition,
        ours=ours(row),
        star=notes.star(row),
        interval=interval(row.low, row.high, row.metric, row.points),
        mark=ScaleMark(
            ours=_position(row.ours, ends),
            low=_position(row.low, ends),
            high=_position(row.high, ends),
            published=_position(row.published, ends),
            points=tuple(_position(point, ends) for point in row.points),
        ),
        across=across_stories(row),
        published=published_text(row),
        difference="" if row.difference is None else format_value(row.difference, row.metric, signed=True),
        beside=tuple(format_value(other.ours, row.metric) if other else "" for other in beside),
        n=f"{row.n:,}" if row.n else "",
        faults=share_of_faults(row),
        repairs=share_of_repairs(row),
        notes=notes.row_numbers(row),
    )


def _position(value: float | None, ends: Ends) -> float | None:
    low, high = ends
    return None if value is None else round(100 * (value - low) / (high - low), 1)


def condition_name(row: Row) -> str:
    """Returns a table's label of a row: the condition, or another model whose number stands under it."""
    _, is_other, model = row.condition.partition(BY)
    return model if is_other else row.condition


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
    published = [row for row in rows if row.published is not None]
    if not published:
        return ""
    return "invented" if any(row.is_invented for row in published) else "published"


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


def _table(section: Section) -> Table:
    table = named_rows(section.title)
    published = (section.published, "diff.") if section.published else ()
    repairs = ("repairs",) if section.has_repairs else ()
    across = (ACROSS,) if section.has_deviations else ()
    for head in ("ours", "95 %", *across, *published, *section.columns, "n", "faults", *repairs, "note"):
        has_points = head == "95 %"
        table.add_column(
            head,
            justify="right" if head != "note" else "left",
            no_wrap=head != "note" and not has_points,
            max_width=POINTS if has_points else None,
        )
    for block in section.blocks:
        table.add_row(Text(block.label, style="bold"))
        for line in block.lines:
            cells = (
                f"{'      ' if line.is_other else '  '}{line.condition}",
                line.ours + line.star,
                line.interval,
                *([line.across] if across else ()),
                *((line.published, line.difference) if published else ()),
                *line.beside,
                line.n,
                line.faults,
                *([line.repairs] if repairs else ()),
                line.notes,
            )
            table.add_row(*map(Text, cells), style="dim" if line.is_guess else "")
    return table


def _legend(notes: RowNotes, drawn: str) -> Table:
    legend = Table(box=None, show_header=False, padding=(0, 1, 0, 0), width=WIDTH)
    legend.add_column(justify="right", no_wrap=True)
    legend.add_column(ratio=1)
    legend.add_row("n", f"{COUNTED}; intervals are over {drawn}; faults and repaired replies are per call")
    for mark, clause in notes.lines():
        legend.add_row(mark, Text(clause))
    return legend
