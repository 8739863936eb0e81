"""Werewolf Among Us as its files tell it, with first names, before it is put into the open form.

The copy has two tables: `allrounds.csv`, a player a row, and `alltext.csv`, an utterance a row. The original
set has JSON files with players, both roles, votes and dialogue.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from parlour.errors import TranscriptError
from parlour.games.onenight.verdict import DOPPELGANGER
from parlour.lab.transcripts import OddRows, as_mapping, read_csv, read_json

_UNTOLD = frozenset({"", "none", "nan", "na", "n/a", "null", "-1"})
_CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")
_CARD = re.compile(r"cent(?:er|re) card\b.*", re.IGNORECASE)
_SPELLINGS = {"doppleganger": DOPPELGANGER, "doppelgänger": DOPPELGANGER, "p.i.": "paranormal investigator"}


@dataclass(frozen=True, kw_only=True)
class SpokenRow:
    """A recorded utterance."""

    at: int
    number: int
    speaker: str
    time: float | None
    text: str
    labels: tuple[str, ...]


@dataclass(kw_only=True)
class RecordedTable:
    """One game of one recording.

    Attributes:
        recording: the video's name or id.
        game: its number within the recording.
        file: the file of its talk, or of its cast.
        origin: its part of the collection.
        start: the role that each first name was dealt, where it is known.
        end: the role of each first name at the end; its keys are the cast, in order.
        centre: roles of cards in the middle at the end.
        votes: the vote of each first name; None if missing.
        rows: the place of each first name's row of the cast.
        stated: the winner that the source gives.
        voted: the most voted player by the source, if given.
        said: the talk, in the order of the file.
        odd: the oddities found.
    """

    recording: str
    game: str
    file: str
    origin: str
    start: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    end: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    centre: list[str] = field(default_factory=list[str])
    votes: dict[str, str | None] = field(default_factory=dict[str, "str | None"])
    rows: dict[str, str] = field(default_factory=dict[str, str])
    stated: str | None = None
    voted: str | None = None
    said: list[SpokenRow] = field(default_factory=list[SpokenRow])
    odd: OddRows = field(default_factory=OddRows)

    @property
    def key(self) -> tuple[str, str]:
        """The key by which the same game is found in the copy and in the original set."""
        number = re.sub(r"\D", "", self.game)
        return re.sub(r"[\W_]+", "", self.recording.casefold()), number or self.game.casefold()


def cell_text(cell: object) -> str | None:
    """Returns a cell's content; None for an empty or missing one."""
    text = "" if cell is None else str(cell).strip()
    return None if text.casefold() in _UNTOLD else text


def role_of(cell: object) -> str | None:
    """Returns a role as the open form has it, in small letters."""
    text = cell_text(cell)
    return None if text is None else _SPELLINGS.get(text.casefold(), text.casefold())


def is_card(name: str) -> bool:
    """Returns true if a row of the cast is a card in the middle and no player."""
    return bool(_CARD.fullmatch(name.strip()))


def seconds(cell: object) -> float | None:
    """Returns a time in seconds, from a number or from hours, minutes and seconds; None for neither."""
    text = str(cell).strip()
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, rest = clock.groups(default="0")
        return int(hours) * 3600 + int(minutes) * 60 + float(rest)
    try:
        number = float(text)
    except ValueError:
        return None
    return number if number == number and abs(number) != float("inf") else None


ROUNDS, TEXT = "allrounds.csv", "alltext.csv"
_OF_ROUNDS = ("game_id", "speaker", "source", "voted_for", "role", "votes_target", "winner")
_OF_TEXT = ("Rec_Id", "speaker", "timestamp", "text", "strategy", "source", "game_id")
_REPEATED = {"voted_for": "voted_for", "end_role": "role", "votes_target": "votes_target", "winner": "winner"}
"""Columns of the talk that repeat the cast's, and what these are called there."""


def read_copy(folder: Path) -> dict[tuple[str, str], RecordedTable]:
    """Returns the games of the copy, by key, in the order of the cast's rows.

    Raises:
        TranscriptError: naming the file, the line and the column that cannot be read.
    """
    tables: dict[str, RecordedTable] = {}
    cast_rows: dict[tuple[str, str], Mapping[str, str]] = {}
    for line, row in read_csv(folder / ROUNDS, _OF_ROUNDS):
        table = tables.setdefault(row["game_id"], _copied_table(row))
        _add_seat(table, row, f"{ROUNDS}:{line}")
        cast_rows[row["game_id"], row["speaker"].strip().casefold()] = row
    for line, row in read_csv(folder / TEXT, _OF_TEXT):
        table = tables.setdefault(row["game_id"], _copied_table(row))
        _say(table, row, line)
        _compare(table, row, cast_rows.get((row["game_id"], row["speaker"].strip().casefold())), line)
    return {table.key: table for table in tables.values()}


def _copied_table(row: Mapping[str, str]) -> RecordedTable:
    game, _, recording = row["game_id"].partition(" - ")
    return RecordedTable(recording=recording or game, game=game, file=TEXT, origin=row["source"])


def _add_seat(table: RecordedTable, row: Mapping[str, str], where: str) -> None:
    name, role = row["speaker"].strip(), role_of(row["role"])
    if is_card(name):
        table.centre.append(role or "unknown")
        return
    if name in table.end:
        table.odd.add("seat-twice", where, "the same player stands in two rows; the first counts", "speaker")
        return
    table.end[name], table.votes[name], table.rows[name] = role, cell_text(row["voted_for"]), where
    table.stated, table.voted = cell_text(row["winner"]), cell_text(row["votes_target"])


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
        labels: object = ast.literal_eval(cell)
    except (ValueError, SyntaxError):
        labels = None
    if isinstance(labels, list):
        return tuple(str(label) for label in cast("list[object]", labels))
    table.odd.add("labels-unreadable", where, f"{cell!r} is no list of labels", "strategy")
    return (cell,) if cell.strip() else ()


def _compare(table: RecordedTable, row: Mapping[str, str], seat: Mapping[str, str] | None, line: int) -> None:
    for here, there in _REPEATED.items():
        if seat is not None and here in row and cell_text(row[here]) != cell_text(seat[there]):
            note = f"it differs from {there} of the same player in {ROUNDS}, which counts"
            table.odd.add("row-disagrees", f"{TEXT}:{line}", note, here)


_NAMES, _START, _END, _VOTES, _TALK = "playerNames", "startRoles", "endRoles", "votingOutcome", "Dialogue"
_RECORDING = ("EG_ID", "YT_ID", "video_name")


def read_original(folder: Path) -> Iterator[RecordedTable]:
    """Yields the games of every JSON file in a folder, however deep; dialogue may stand apart from votes.

    Raises:
        TranscriptError: naming the file and the field that is not in this layout.
    """
    for path in sorted(folder.rglob("*.json")):
        for name, payload in _payloads(path):
            yield _original_table(path, path.relative_to(folder).as_posix(), name, payload)


def _payloads(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yields the games of a file: a list of them, one by itself, or several by their names."""
    content = read_json(path)
    if isinstance(content, list):
        for at, game in enumerate(cast("list[object]", content)):
            yield "", as_mapping(game, path, f"[{at}]")
        return
    whole = as_mapping(content, path, "")
    if _NAMES in whole or _TALK in whole:
        yield "", whole
        return
    for name, game in whole.items():
        yield name, as_mapping(game, path, name)


def _original_table(path: Path, file: str, name: str, payload: Mapping[str, object]) -> RecordedTable:
    recording = next((str(payload[key]) for key in _RECORDING if payload.get(key)), path.stem)
    game = str(payload.get("Game_ID") or name or "game")
    origin = next((part for part in path.parts if part.casefold() in ("ego4d", "youtube")), "")
    table = RecordedTable(recording=recording, game=game, file=file, origin=origin)
    if _NAMES not in payload and _TALK not in payload:
        problem = f"there is none, and no {_TALK} either: this is no game of the original set"
        raise TranscriptError(problem, file=str(path), field=".".join(filter(None, (name, _NAMES))))
    names = [str(cell).strip() for cell in _list(payload, _NAMES, path)]
    columns = [_list(payload, key, path) for key in (_START, _END, _VOTES)]
    for label, column in zip((_START, _END, _VOTES), columns, strict=True):
        if names and len(column) != len(names):
            note = f"there are {len(column)} for {len(names)} players"
            table.odd.add("list-of-other-length", file, note, f"{game}.{label}")
    for at, player in enumerate(names):
        start, end, vote = (column[at] if at < len(column) else None for column in columns)
        if is_card(player):
            table.centre.append(role_of(end) or "unknown")
            continue
        if player in table.end:
            table.odd.add(
                "seat-twice", file, "this player stands twice; the first counts", f"{game}.{_NAMES}"
            )
            continue
        table.start[player], table.end[player] = role_of(start), role_of(end)
        table.votes[player], table.rows[player] = _vote(vote, names), file
    table.said.extend(_spoken_rows(table, payload, path))
    return table


def _vote(vote: object, names: Sequence[str]) -> str | None:
    """Returns the name that a vote means, by position in the list of players, or by name."""
    if isinstance(vote, int) and not isinstance(vote, bool):
        return names[vote] if 0 <= vote < len(names) else None
    return cell_text(vote)


def _spoken_rows(table: RecordedTable, payload: Mapping[str, object], path: Path) -> Iterator[SpokenRow]:
    for at, entry in enumerate(_list(payload, _TALK, path)):
        row = as_mapping(entry, path, f"{_TALK}[{at}]")
        for wanted in ("speaker", "utterance"):
            if wanted not in row:
                raise TranscriptError("there is none", file=str(path), field=f"{_TALK}[{at}].{wanted}")
        time, number = seconds(row.get("timestamp")), seconds(row.get("Rec_Id"))
        if time is None:
            note = f"{row.get('timestamp')!r} is no time"
            table.odd.add("time-unreadable", table.file, note, f"{_TALK}[{at}].timestamp")
        yield SpokenRow(
            at=at + 1,
            number=at + 1 if number is None else int(number),
            speaker=str(row["speaker"]).strip(),
            time=time,
            text=str(row["utterance"]).strip(),
            labels=tuple(map(str, _list(row, "annotation", path))),
        )


def _list(payload: Mapping[str, object], name: str, path: Path) -> list[object]:
    content = payload.get(name)
    if content is None:
        return []
    if not isinstance(content, list):
        raise TranscriptError("it is no list", file=str(path), field=name)
    return cast("list[object]", content)
