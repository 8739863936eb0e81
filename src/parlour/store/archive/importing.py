"""Imports matches and runs: every row is verified first, then taken over match by match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from parlour.arena import Record, item
from parlour.errors import ArchiveError, RecordError
from parlour.store import Store
from parlour.store.archive.files import (
    Manifest,
    Place,
    Rows,
    check_of,
    digest_of,
    place_of,
    read_lines,
    read_manifest,
    read_parquet,
)
from parlour.store.archive.records import JournalRow, call_of, entry_of, record_of, setup_of
from parlour.store.archive.rows import (
    CHECK,
    NAME,
    TABLES,
    Exported,
    ExportedAction,
    ExportedCall,
    ExportedCell,
    ExportedEvent,
    ExportedFault,
    ExportedMatch,
    ExportedThought,
)

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
        number = 0
        for number, fields in _raw(place, manifest, name):
            if fields.get(CHECK) != check_of(fields):
                at = f"{place.name(table.file)}:{number}"
                raise ArchiveError(f"{at}: the row is not as it was exported: its {CHECK} differs")
            try:
                _parse(_read(place, table.file, number, fields, row), games)
            except (RecordError, ValueError) as error:
                raise ArchiveError(f"{place.name(table.file)}:{number}: {_in_a_line(error)}") from error
        if number != table.rows:
            raise ArchiveError(
                f"{place.name(table.file)}:{number}: it has {number} rows and had {table.rows}"
            )
        if digest_of(place, table.file) != table.sha256:
            raise ArchiveError(f"{place.name(table.file)} is not as it was exported: its SHA-256 differs")


def rows_of(place: Place, manifest: Manifest, name: str, row: type[R]) -> Iterator[R]:
    """The rows of a table of an export that was verified."""
    file = manifest.tables[name].file
    return (_read(place, file, number, fields, row) for number, fields in _raw(place, manifest, name))


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


def _read(place: Place, file: str, number: int, fields: Mapping[str, object], row: type[R]) -> R:
    try:
        return row.model_validate({name: value for name, value in fields.items() if name != CHECK})
    except ValidationError as error:
        raise ArchiveError(f"{place.name(file)}:{number}: {_in_a_line(error)}") from error


def _parse(row: Exported, games: dict[str, str]) -> None:
    """Reads what a row tells as a match would, so that nothing is kept that cannot be replayed."""
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


_JOURNAL: Mapping[str, type[JournalRow]] = {
    "events": ExportedEvent,
    "actions": ExportedAction,
    "thoughts": ExportedThought,
    "faults": ExportedFault,
}
_OfMatch = TypeVar("_OfMatch", bound=JournalRow | ExportedCall)


@dataclass(frozen=True, kw_only=True)
class ImportedMatches:
    """The result of an import.

    Attributes:
        run: the run, as it is called now; empty where none was exported.
    """

    taken: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    run: str = ""
    cells: int = 0


def import_export(store: Store, path: Path, *, under: str = "", is_skipping: bool = False) -> ImportedMatches:
    """Takes what was exported into a store; nothing is written before all of it was verified.

    Args:
        store: where to.
        path: a folder, its manifest, or a zip of it.
        under: another name for the match or the run; its matches then get free names where theirs are taken.
        is_skipping: whether to leave alone what is there under the same name and differs.

    Raises:
        ArchiveError: if it is no export or not as it was exported, or a name is taken by something else.
        StoreUnavailable: if the store cannot be written; what was taken by then stays, and is found to be
            there by the next import.
    """
    if under.strip() and not re.fullmatch(NAME, under.strip()):
        raise ArchiveError(f"--as {under!r}: at most 200 letters, digits, spaces and . : + @ - _")
    with place_of(path) as place:
        manifest = read_manifest(place)
        verify(place, manifest)
        names = _Names(store, place, manifest, under, is_skipping=is_skipping)
        names.settle()
        for record in _records(place, manifest, names.named):
            store.adopt(record)
        cells = names.cells()
        for cell in cells:
            store.put_cell(names.run, cell.key, names.rename(cell.content))
        return ImportedMatches(
            taken=tuple(names.named.values()),
            present=tuple(names.present),
            skipped=tuple(names.skipped),
            run=names.run,
            cells=len(cells),
        )


class _Names:
    """The names of imported matches and runs, chosen so that nothing is overwritten."""

    def __init__(
        self, store: Store, place: Place, manifest: Manifest, under: str, *, is_skipping: bool
    ) -> None:
        self._store, self._place, self._manifest = store, place, manifest
        self._under, self._is_skipping = under.strip(), is_skipping
        self.run = (self._under or manifest.run) if manifest.run else ""
        self.named: dict[str, str] = {}
        self.present: list[str] = []
        self.skipped: list[str] = []

    def settle(self) -> None:
        """Finds a name for every match, and refuses where a name is taken by something else."""
        ids = [row.match for row in rows_of(self._place, self._manifest, "matches", ExportedMatch)]
        self.named = {match: match for match in ids}
        is_alone = not self._manifest.run
        if self._under and is_alone:
            if len(ids) != 1:
                raise ArchiveError(f"--as {self._under}: the export holds {len(ids)} matches and no run")
            self.named = {ids[0]: self._under}
        existing = self._store.select_existing(self.named.values())
        clashes = {match: name for match, name in self.named.items() if name in existing}
        for record in _records(self._place, self._manifest, clashes):
            self._clash(record, is_free=bool(self._under) and not is_alone)
        self._refuse_other_cells()

    def rename(self, content: str) -> str:
        """A cell's content with the names that its matches have now."""
        for match, name in self.named.items():
            if match != name:
                content = content.replace(f'"match":"{match}"', f'"match":"{name}"')
        return content

    def cells(self) -> list[ExportedCell]:
        existing_cells = self._store.cells(self.run) if self.run else {}
        rows = rows_of(self._place, self._manifest, "cells", ExportedCell)
        return [row for row in rows if row.key not in existing_cells]

    def _clash(self, record: Record, *, is_free: bool) -> None:
        match = next(match for match, name in self.named.items() if name == record.match)
        if _is_same(record, self._store.record(record.match)):
            self.present.append(record.match)
            del self.named[match]
        elif is_free:
            self.named[match] = self._free(match)
        elif self._is_skipping:
            self.skipped.append(record.match)
            del self.named[match]
        else:
            raise ArchiveError(
                f"another match {record.match} is in {self._store.location}: take this one under another name"
                " with --as NAME, or leave it out with --skip"
            )

    def _free(self, match: str) -> str:
        number = 2
        while self._store.select_existing([name := f"{match}-{number}"]) or name in self.named.values():
            number += 1
        return name

    def _refuse_other_cells(self) -> None:
        existing_cells = self._store.cells(self.run) if self.run else {}
        if not existing_cells or self._is_skipping:
            return
        for row in rows_of(self._place, self._manifest, "cells", ExportedCell):
            if existing_cells.get(row.key, content := self.rename(row.content)) != content:
                raise ArchiveError(
                    f"another run {self.run} is in {self._store.location}: take this one under another name"
                    " with --as NAME, or leave out with --skip what is there"
                )


def _is_same(record: Record, other: Record) -> bool:
    return (record.setup, record.entries, record.calls) == (other.setup, other.entries, other.calls)


def _records(place: Place, manifest: Manifest, new_names: Mapping[str, str]) -> Iterator[Record]:
    """The records of some matches of an export under the names that they are to have, one at a time."""
    if not new_names:
        return
    journal = [_ByMatch[JournalRow](rows_of(place, manifest, name, row)) for name, row in _JOURNAL.items()]
    calls = _ByMatch(rows_of(place, manifest, "calls", ExportedCall))
    for row in rows_of(place, manifest, "matches", ExportedMatch):
        entries = [entry for table in journal for entry in table.of(row.match)]
        match_calls = calls.of(row.match)
        if row.match in new_names:
            yield record_of(row, entries, match_calls, under=new_names[row.match])


class _ByMatch(Generic[_OfMatch]):
    """Rows in the order of their matches, taken match by match."""

    def __init__(self, rows: Iterator[_OfMatch]) -> None:
        self._rows = rows
        self._next = next(rows, None)

    def of(self, match: str) -> list[_OfMatch]:
        rows: list[_OfMatch] = []
        while self._next is not None and self._next.match == match:
            rows.append(self._next)
            self._next = next(self._rows, None)
        return rows
