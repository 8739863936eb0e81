"""The copy of Werewolf Among Us: `allrounds.csv`, a player a row, and `alltext.csv`, an utterance a row."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from parlour.games.onenight.among_us.recording import (
    RecordedTable,
    SpokenRow,
    is_card,
    role_of,
    seconds,
    told,
)
from parlour.lab.transcripts import read_csv

ROUNDS, TEXT = "allrounds.csv", "alltext.csv"
_OF_ROUNDS = ("game_id", "speaker", "source", "voted_for", "role", "votes_target", "winner")
_OF_TEXT = ("Rec_Id", "speaker", "timestamp", "text", "strategy", "source", "game_id")
_REPEATED = {"voted_for": "voted_for", "end_role": "role", "votes_target": "votes_target", "winner": "winner"}
"""Columns of the talk that repeat the cast's, and what these are called there."""


def read_copy(folder: Path) -> dict[tuple[str, str], RecordedTable]:
    """Its games, by key, in the order of the cast's rows.

    Raises:
        TranscriptError: naming the file, the line and the column that cannot be read.
    """
    tables: dict[str, RecordedTable] = {}
    cast_rows: dict[tuple[str, str], Mapping[str, str]] = {}
    for line, row in read_csv(folder / ROUNDS, _OF_ROUNDS):
        table = tables.setdefault(row["game_id"], _table(row))
        _seat(table, row, f"{ROUNDS}:{line}")
        cast_rows[row["game_id"], row["speaker"].strip().casefold()] = row
    for line, row in read_csv(folder / TEXT, _OF_TEXT):
        table = tables.setdefault(row["game_id"], _table(row))
        _say(table, row, line)
        _compare(table, row, cast_rows.get((row["game_id"], row["speaker"].strip().casefold())), line)
    return {table.key: table for table in tables.values()}


def _table(row: Mapping[str, str]) -> RecordedTable:
    game, _, recording = row["game_id"].partition(" - ")
    return RecordedTable(recording=recording or game, game=game, file=TEXT, origin=row["source"])


def _seat(table: RecordedTable, row: Mapping[str, str], where: str) -> None:
    name, role = row["speaker"].strip(), role_of(row["role"])
    if is_card(name):
        table.centre.append(role or "unknown")
        return
    if name in table.end:
        table.odd.add("seat-twice", where, "the same player stands in two rows; the first counts", "speaker")
        return
    table.end[name], table.votes[name], table.rows[name] = role, told(row["voted_for"]), where
    table.stated, table.voted = told(row["winner"]), told(row["votes_target"])


def _say(table: RecordedTable, row: Mapping[str, str], line: int) -> None:
    where = f"{TEXT}:{line}"
    time = seconds(row["timestamp"])
    if time is None:
        table.odd.add("time-unreadable", where, f"{row['timestamp']!r} is no time", "timestamp")
    number = seconds(row["Rec_Id"])
    if number is None:
        table.odd.add("number-unreadable", where, f"{row['Rec_Id']!r} is no number", "Rec_Id")
    table.said.append(
        SpokenRow(
            at=line,
            number=len(table.said) + 1 if number is None else int(number),
            speaker=row["speaker"].strip(),
            time=time,
            text=row["text"].strip(),
            labels=_labels(table, row["strategy"], where),
        )
    )


def _labels(table: RecordedTable, cell: str, where: str) -> tuple[str, ...]:
    try:
        found: object = ast.literal_eval(cell)
    except (ValueError, SyntaxError):
        found = None
    if isinstance(found, list):
        return tuple(str(each) for each in cast("list[object]", found))
    table.odd.add("labels-unreadable", where, f"{cell!r} is no list of labels", "strategy")
    return (cell,) if cell.strip() else ()


def _compare(table: RecordedTable, row: Mapping[str, str], seat: Mapping[str, str] | None, line: int) -> None:
    """What the talk's rows repeat of the cast must be the same."""
    for here, there in _REPEATED.items():
        if seat is not None and here in row and told(row[here]) != told(seat[there]):
            said = f"it differs from {there} of the same player in {ROUNDS}, which counts"
            table.odd.add("row-disagrees", f"{TEXT}:{line}", said, here)
