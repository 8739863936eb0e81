"""Exports matches and runs into a folder, and foresees what a deletion would remove."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Protocol

from parlour.errors import ArchiveError
from parlour.store import Deletion, Store, matches_in
from parlour.store.archive.describing import MatchRows
from parlour.store.archive.files import (
    MANIFEST,
    SCHEMA,
    Folder,
    Form,
    JsonLines,
    Manifest,
    TableFile,
    checked,
    digest_of,
)
from parlour.store.archive.parquet import ParquetTable, arrow
from parlour.store.archive.rows import TABLES, Exported, ExportedCell, schema_text


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A match, or a run with all of its matches.

    Attributes:
        run: the run's id; empty for a match alone.
    """

    matches: tuple[str, ...]
    run: str = ""

    @property
    def name(self) -> str:
        return self.run or self.matches[0]


class _Table(Protocol):
    def write(self, row: Mapping[str, object]) -> None: ...

    def close(self) -> None: ...


class _Tables:
    """The open files of an export, and how many rows each has."""

    def __init__(self, folder: Path, form: Form) -> None:
        self.rows = dict.fromkeys(TABLES, 0)
        self.files = {name: f"{name}.{form}" for name in TABLES}
        self._open = ExitStack()
        self._tables: dict[str, _Table] = {}
        for name, row in TABLES.items():
            path = folder / self.files[name]
            table = JsonLines(path) if form == "jsonl" else ParquetTable(path, row)
            self._open.callback(table.close)
            self._tables[name] = table

    def write(self, table: str, row: Exported) -> None:
        self._tables[table].write(checked(row.model_dump(mode="json")))
        self.rows[table] += 1

    def __enter__(self) -> _Tables:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def export(
    store: Store,
    subject: Subject,
    folder: Path,
    form: Form,
    on_match: Callable[[str], None] = lambda match: None,
) -> Manifest:
    """Writes a match, or a run with its cells and all its matches, into a folder of its own.

    One match is held at a time. The manifest comes last: a folder without one is no whole export.

    Raises:
        ArchiveError: if the folder is not empty or cannot be written.
        MissingExtra: if Parquet is asked for and pyarrow is not installed.
        RecordError: if a match cannot be read here.
    """
    if form == "parquet":
        arrow()
    _make(folder)
    try:
        with _Tables(folder, form) as tables:
            for cell in _cells(store, subject.run):
                tables.write("cells", cell)
            for match in subject.matches:
                for name, rows in MatchRows(store.record(match)).tables():
                    for row in rows:
                        tables.write(name, row)
                on_match(match)
        manifest = _manifest(folder, form, tables, subject)
        (folder / SCHEMA).write_text(schema_text(), encoding="utf-8")
        (folder / MANIFEST).write_text(f"{manifest.model_dump_json(indent=2)}\n", encoding="utf-8")
    except OSError as error:
        raise ArchiveError(f"{folder} cannot be written: {error.strerror or error}") from error
    return manifest


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = not any(folder.iterdir())
    except OSError as error:
        raise ArchiveError(f"{folder} cannot be written: {error.strerror or error}") from error
    if not is_empty:
        raise ArchiveError(f"{folder} is not empty: an export wants a folder of its own")


def _cells(store: Store, run: str) -> Iterator[ExportedCell]:
    if not run:
        return
    for key, content in sorted(store.cells(run).items()):
        match = next(matches_in((content,)), None)
        yield ExportedCell(run=run, key=key, match=match, content=content)


def _manifest(folder: Path, form: Form, tables: _Tables, subject: Subject) -> Manifest:
    place = Folder(folder)
    return Manifest(
        form=form,
        parlour=version("parlour"),
        run=subject.run,
        matches=len(subject.matches),
        tables={
            name: TableFile(file=file, rows=tables.rows[name], sha256=digest_of(place, file))
            for name, file in tables.files.items()
        },
    )


def foreseen(store: Store, subject: Subject) -> Deletion:
    """Returns what a deletion of a match, or of a run with its matches, would remove."""
    return store.foresee_deletion(subject.matches, (subject.run,) if subject.run else ())


def told(gone: Deletion) -> Iterator[str]:
    """Yields a sentence for each thing that a deletion removes or keeps."""
    run = f"the run {gone.runs[0]} with its " if gone.runs else ""
    what = counted(len(gone.matches), "match", "matches")
    yield f"{run}{what} and {counted(gone.calls, 'call', 'calls')}: journals, prompts, replies, measurements"
    if gone.running:
        yield f"said to be in play: {', '.join(gone.running[:5])}; whoever plays them will fail"
    if gone.tables:
        yield f"at a table of a server: {', '.join(gone.tables[:5])}; links, notebooks and surveys go too"
    runs = sorted({run for run, _ in gone.cells})
    if runs:
        one = counted(len(gone.cells), "cell", "cells")
        yield f"{one} of {', '.join(runs)}: the same `parlour run` plays them anew"
    if gone.forks:
        yield f"forked from here, and kept with records of their own: {', '.join(gone.forks[:5])}"


def counted(number: int, one: str, several: str) -> str:
    """A number with its noun."""
    return f"{number} {one if number == 1 else several}"
