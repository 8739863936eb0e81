"""The original set of Werewolf Among Us: JSON files with players, both roles, votes and dialogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from parlour.errors import TranscriptError
from parlour.games.onenight.among_us.recording import (
    RecordedTable,
    SpokenRow,
    is_card,
    role_of,
    seconds,
    told,
)
from parlour.lab.transcripts import as_mapping, read_json

_NAMES, _START, _END, _VOTES, _TALK = "playerNames", "startRoles", "endRoles", "votingOutcome", "Dialogue"
_RECORDING = ("EG_ID", "YT_ID", "video_name")


def read_original(folder: Path) -> Iterator[RecordedTable]:
    """The games of every JSON file in a folder, however deep; dialogue may stand apart from votes.

    Raises:
        TranscriptError: naming the file and the field that is not in this layout.
    """
    for path in sorted(folder.rglob("*.json")):
        for name, payload in _payloads(path):
            yield _table(path, path.relative_to(folder).as_posix(), name, payload)


def _payloads(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The games of a file: a list of them, one by itself, or several by their names."""
    content = read_json(path)
    if isinstance(content, list):
        for at, each in enumerate(cast("list[object]", content)):
            yield "", as_mapping(each, path, f"[{at}]")
        return
    whole = as_mapping(content, path, "")
    if _NAMES in whole or _TALK in whole:
        yield "", whole
        return
    for name, each in whole.items():
        yield name, as_mapping(each, path, name)


def _table(path: Path, file: str, name: str, payload: Mapping[str, object]) -> RecordedTable:
    recording = next((str(payload[each]) for each in _RECORDING if payload.get(each)), path.stem)
    game = str(payload.get("Game_ID") or name or "game")
    origin = next((part for part in path.parts if part.casefold() in ("ego4d", "youtube")), "")
    table = RecordedTable(recording=recording, game=game, file=file, origin=origin)
    if _NAMES not in payload and _TALK not in payload:
        told_ = f"there is none, and no {_TALK} either: this is no game of the original set"
        raise TranscriptError(told_, file=str(path), field=".".join(filter(None, (name, _NAMES))))
    names = [str(each).strip() for each in _list(payload, _NAMES, path)]
    columns = [_list(payload, each, path) for each in (_START, _END, _VOTES)]
    for label, column in zip((_START, _END, _VOTES), columns, strict=True):
        if names and len(column) != len(names):
            said = f"there are {len(column)} for {len(names)} players"
            table.odd.add("list-of-other-length", file, said, f"{game}.{label}")
    for at, each in enumerate(names):
        start, end, vote = (column[at] if at < len(column) else None for column in columns)
        if is_card(each):
            table.centre.append(role_of(end) or "unknown")
            continue
        if each in table.end:
            table.odd.add(
                "seat-twice", file, "this player stands twice; the first counts", f"{game}.{_NAMES}"
            )
            continue
        table.start[each], table.end[each] = role_of(start), role_of(end)
        table.votes[each], table.rows[each] = _vote(vote, names), file
    table.said.extend(_said(table, payload, path))
    return table


def _vote(vote: object, names: Sequence[str]) -> str | None:
    """Whom somebody voted for: by position in the list of players, or by name."""
    if isinstance(vote, int) and not isinstance(vote, bool):
        return names[vote] if 0 <= vote < len(names) else None
    return told(vote)


def _said(table: RecordedTable, payload: Mapping[str, object], path: Path) -> Iterator[SpokenRow]:
    for at, each in enumerate(_list(payload, _TALK, path)):
        row = as_mapping(each, path, f"{_TALK}[{at}]")
        for wanted in ("speaker", "utterance"):
            if wanted not in row:
                raise TranscriptError("there is none", file=str(path), field=f"{_TALK}[{at}].{wanted}")
        time, number = seconds(row.get("timestamp")), seconds(row.get("Rec_Id"))
        if time is None:
            told_ = f"{row.get('timestamp')!r} is no time"
            table.odd.add("time-unreadable", table.file, told_, f"{_TALK}[{at}].timestamp")
        yield SpokenRow(
            at=at + 1,
            number=at + 1 if number is None else int(number),
            speaker=str(row["speaker"]).strip(),
            time=time,
            text=str(row["utterance"]).strip(),
            labels=tuple(map(str, _list(row, "annotation", path))),
        )


def _list(payload: Mapping[str, object], name: str, path: Path) -> list[object]:
    found = payload.get(name)
    if found is None:
        return []
    if not isinstance(found, list):
        raise TranscriptError("it is no list", file=str(path), field=name)
    return cast("list[object]", found)
