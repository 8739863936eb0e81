"""Whether an export is as it was written: every row of every table, before anything is taken over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from pydantic import ValidationError

from parlour.arena import item
from parlour.errors import ArchiveError, RecordError
from parlour.store.archive.files import Manifest, Place, Rows, check_of, digest_of
from parlour.store.archive.jsonl import read_lines
from parlour.store.archive.parquet import read_parquet
from parlour.store.archive.rows import CHECK, TABLES, Exported, ExportedCall, ExportedMatch
from parlour.store.archive.spelling import JournalRow, call_of, entry_of, setup_of

R = TypeVar("R", bound=Exported)


def verify(place: Place, manifest: Manifest) -> None:
    """Reads an export from its first row to its last.

    Raises:
        ArchiveError: naming the file and the line of the first row that is not as it was exported, or that
            this Parlour cannot read.
    """
    games: dict[str, str] = {}
    for name, row in TABLES.items():
        table = manifest.tables.get(name)
        if table is None:
            raise ArchiveError(f"{place.name('manifest.json')}: it names no file for {name}")
        found = 0
        for found, told in _raw(place, manifest, name):
            _check(place, table.file, found, told)
            try:
                _parse(_read(place, table.file, found, told, row), games)
            except (RecordError, ValueError) as error:
                raise ArchiveError(f"{place.name(table.file)}:{found}: {_in_a_line(error)}") from error
        if found != table.rows:
            raise ArchiveError(f"{place.name(table.file)}:{found}: it has {found} rows and had {table.rows}")
        if digest_of(place, table.file) != table.sha256:
            raise ArchiveError(f"{place.name(table.file)} is not as it was exported: its SHA-256 differs")


def rows_of(place: Place, manifest: Manifest, name: str, row: type[R]) -> Iterator[R]:
    """The rows of a table of an export that was verified."""
    file = manifest.tables[name].file
    return (_read(place, file, number, told, row) for number, told in _raw(place, manifest, name))


def _raw(place: Place, manifest: Manifest, name: str) -> Rows:
    file = manifest.tables[name].file
    try:
        if manifest.form == "jsonl":
            yield from read_lines(place, file)
        else:
            yield from read_parquet(place, file, TABLES[name])
    except (KeyError, FileNotFoundError) as error:
        raise ArchiveError(f"{place.name(file)} is not there, though the manifest names it") from error
    except OSError as error:
        raise ArchiveError(f"{place.name(file)} cannot be read: {error}") from error


def _check(place: Place, file: str, number: int, told: Mapping[str, object]) -> None:
    if told.get(CHECK) != check_of(told):
        raise ArchiveError(
            f"{place.name(file)}:{number}: the row is not as it was exported: its {CHECK} differs"
        )


def _read(place: Place, file: str, number: int, told: Mapping[str, object], row: type[R]) -> R:
    try:
        return row.model_validate({name: value for name, value in told.items() if name != CHECK})
    except ValidationError as error:
        raise ArchiveError(f"{place.name(file)}:{number}: {_in_a_line(error)}") from error


def _parse(row: Exported, games: dict[str, str]) -> None:
    """Reads what a row tells as a match would, so that nothing is kept that cannot be replayed.

    Args:
        row: of any table; those of matches come first.
        games: of the matches so far, by id; a match adds its own.

    Raises:
        RecordError: if a row belongs to no match of the export, or cannot be read here.
        ValueError: likewise.
    """
    if isinstance(row, ExportedMatch):
        games[row.match] = setup_of(row).game.name
    elif isinstance(row, JournalRow):
        item(entry_of(row), _game_of(row.match, games))
    elif isinstance(row, ExportedCall):
        _game_of(row.match, games)
        call_of(row)


def _game_of(match: str, games: Mapping[str, str]) -> str:
    if match not in games:
        raise RecordError(f"the export has no match {match!r}")
    return games[match]


def _in_a_line(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
    return " ".join(str(error).split())
