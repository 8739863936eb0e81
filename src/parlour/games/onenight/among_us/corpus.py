"""The collection: the copy in two tables, the original set in JSON, or both to complete each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from parlour.errors import TranscriptError
from parlour.games.onenight.among_us.copy import ROUNDS, TEXT, read_copy
from parlour.games.onenight.among_us.original import read_original
from parlour.games.onenight.among_us.recording import RecordedTable
from parlour.games.onenight.among_us.telling import talk_of, told_table
from parlour.lab.transcripts import Corpus, GameTranscript, digest_of, folder_of, small_words

_WANTS = f"the folder with {ROUNDS} and {TEXT}, or the original set's folder of JSON files"


def read(path: Path) -> Iterator[GameTranscript]:
    """The games of a folder.

    Raises:
        TranscriptError: naming file, line and field of what is not in either layout.
    """
    folder = folder_of(path, _WANTS)
    is_copy = (folder / ROUNDS).exists() or (folder / TEXT).exists()
    tables = read_copy(folder) if is_copy else {}
    for each in read_original(folder):
        if each.key in tables:
            _complete(tables[each.key], each)
        else:
            tables[each.key] = each
    if not tables:
        raise TranscriptError(f"there is no game in it; name {_WANTS}", file=str(path))
    files = [folder / ROUNDS, folder / TEXT] if is_copy else sorted(folder.rglob("*.json"))
    revision = digest_of(files)
    words = small_words(talk_of(list(tables.values())))
    names = frozenset(name.casefold() for table in tables.values() for name in table.end)
    licence = "MIT" if is_copy else "Apache-2.0"
    for table in tables.values():
        _check_cast(table)
        yield told_table(table, licence=licence, revision=revision, words=words, names=names)


def _check_cast(table: RecordedTable) -> None:
    if not table.end:
        line = table.said[0].at if table.said else None
        why = f"nobody sits in the game {table.game!r}: no file tells who does"
        raise TranscriptError(why, file=table.file, line=line, field="game_id")


def _complete(table: RecordedTable, other: RecordedTable) -> None:
    """Adds to a game what another file tells of it; where both tell something, the first counts."""
    spelled = {name.casefold(): name for name in table.end}
    for name, start in other.start.items():
        mine = spelled.get(name.casefold())
        if not spelled:
            _seat(table, other, name)
        elif mine is None:
            table.odd.add("seat-elsewhere", other.file, "this player is not in the cast", "playerNames")
        else:
            table.start.setdefault(mine, start)
            _agree(table, other, mine, name)
    table.centre.extend(other.centre if not table.centre else ())
    table.said.extend(other.said if not table.said else ())
    table.odd.found.extend(other.odd.found)


def _seat(table: RecordedTable, other: RecordedTable, name: str) -> None:
    table.start[name], table.end[name] = other.start[name], other.end[name]
    table.votes[name], table.rows[name] = other.votes[name], other.rows[name]


def _agree(table: RecordedTable, other: RecordedTable, mine: str, name: str) -> None:
    if table.end[mine] is None:
        table.end[mine] = other.end[name]
    elif other.end[name] not in (None, table.end[mine]):
        table.odd.add("end-role-differs", other.file, "another role at the end than before", "endRoles")
    if table.votes.get(mine) is None:
        table.votes[mine] = other.votes[name]


CORPUS = Corpus(
    title="One Night by people, with persuasion labels (Lai et al. 2023)",
    wants=_WANTS,
    read=read,
)
