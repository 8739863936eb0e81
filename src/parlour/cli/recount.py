"""`parlour transcripts recount`: a collection's published figures, counted anew, as one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from parlour.errors import UsageError
from parlour.lab.transcripts import (
    CORPORA,
    GameTranscript,
    Recount,
    RecountPairing,
    RecountRow,
    SeatShare,
    find_transcript,
    read_corpus,
)
from parlour.store import Store
from parlour.views.terminal import AsJson, Db, ListColumn, check_file, print_json, print_list


def recount(
    kind: Annotated[str, typer.Argument(help="The corpus, of those that bring such a count.")],
    folder: Annotated[
        Path | None,
        typer.Argument(help="Its folder; the games that were imported if left out.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Also write the page into this file, as Markdown.", metavar="FILE.md"),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Count anew what a collection's authors published of it: wins, action scores, labels, head to head.

    Shares come with 95 % intervals over games; a score is the mean of a seat's. With FOLDER nothing is
    imported or kept.
    """
    counting = CORPORA.find(kind).recount
    if counting is None:
        known = ", ".join(name for name, each in CORPORA.installed().items() if each.recount)
        raise UsageError(f"nothing is counted anew of {kind}, but of {known}")
    if out:
        check_file(out)
    games = list(read_corpus(kind, folder)) if folder else _imported(kind, db)
    counted = counting(games)
    tables = _tables(counted)
    if out:
        page = "\n\n".join([f"# {CORPORA.find(kind).title}", *map(_markdown, tables), *counted.notes])
        out.write_text(f"{page}\n", encoding="utf-8")
        typer.echo(f"wrote {out}", err=True)
    if as_json:
        print_json(counted.model_dump(mode="json"))
        return
    for table in tables:
        typer.echo(f"\n{table.title}")
        print_list(table.columns, table.rows)
    for note in counted.notes:
        typer.echo(f"\n{note}")


def _imported(kind: str, db: str | None) -> list[GameTranscript]:
    with Store.reading(db) as store:
        games = [find_transcript(store, each) for each in store.recorded.ids(kind)]
    if not games:
        raise UsageError(
            f"no game of {kind} is here: parlour transcripts import {kind} FOLDER, or name the folder"
        )
    return games


@dataclass(frozen=True, kw_only=True)
class _Table:
    title: str
    columns: tuple[ListColumn, ...]
    rows: list[tuple[str, ...]]


def _tables(counted: Recount) -> list[_Table]:
    labels = sorted({label for row in counted.rows for label in row.labels})
    tables = [
        _Table(
            title="Wins, action scores and labels of deeds, by method and role",
            columns=_columns(2, "method", "role", "games", "seats", "won", "score", *labels, "not thought"),
            rows=[_by_role(row, labels) for row in counted.rows],
        ),
        _Table(
            title="Labels of the deeds whose thought is on record, by method",
            columns=_columns(1, "method", "deeds", *labels),
            rows=[_thought(row, labels) for row in counted.rows if not row.role],
        ),
    ]
    heads = ("series", "method", "rival", "games", "of one side", "won", "its seats won", "other seats won")
    if counted.pairings:
        rows = [_head_to_head(each) for each in counted.pairings]
        tables.append(_Table(title="Head to head, by series", columns=_columns(3, *heads), rows=rows))
    return tables


def _columns(words: int, *heads: str) -> tuple[ListColumn, ...]:
    return tuple(ListColumn(head=head, is_number=at >= words) for at, head in enumerate(heads))


def _by_role(row: RecountRow, labels: Sequence[str]) -> tuple[str, ...]:
    shares = (_share_of_deeds(row, label) for label in labels)
    won = f"{row.rate:.0%}{_ends(row.low, row.high)}"
    counts = (str(row.games), str(row.seats), won, f"{row.score:.2f}")
    return row.method, row.role or "all", *counts, *shares, str(row.unread)


def _share_of_deeds(row: RecountRow, label: str) -> str:
    deeds = sum(row.labels.values())
    if not deeds:
        return ""
    low, high = row.label_ends.get(label, (None, None))
    return f"{row.labels.get(label, 0) / deeds:.0%}{_ends(low, high)}"


def _thought(row: RecountRow, labels: Sequence[str]) -> tuple[str, ...]:
    deeds = sum(row.thought.values())
    shares = (f"{row.thought.get(label, 0) / deeds:.0%}" if deeds else "" for label in labels)
    return row.method, str(deeds), *shares


def _head_to_head(row: RecountPairing) -> tuple[str, ...]:
    sided = f"{row.sided.wins} of {row.sided.n}" if row.sided.n else ""
    names = (row.series, row.method, row.rival, str(row.games))
    return *names, sided, _rate(row.sided), _rate(row.seats), _rate(row.rival_seats)


def _rate(told: SeatShare) -> str:
    return f"{told.wins / told.n:.0%}{_ends(told.low, told.high)}" if told.n else ""


def _ends(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" ({low:.0%} to {high:.0%})"


def _markdown(table: _Table) -> str:
    heads = [column.head for column in table.columns]
    lines = "\n".join(_line(cells) for cells in (heads, ["---"] * len(heads), *table.rows))
    return f"## {table.title}\n\n{lines}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
