"""Exports matches and runs into a folder, and foresees what a deletion would remove."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from parlour.errors import ArchiveError
from parlour.store import Deletion, Store, matches_in
from parlour.store.archive.files import (
    MANIFEST,
    SCHEMA,
    Folder,
    Form,
    Manifest,
    TableFile,
    arrow,
    check_of,
    digest_of,
    json_lines,
    parquet_table,
)
from parlour.store.archive.records import MatchRows
from parlour.store.archive.rows import CHECK, TABLES, Exported, ExportedCell, schema_text


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
    files, counts = {name: f"{name}.{form}" for name in TABLES}, dict.fromkeys(TABLES, 0)
    try:
        with ExitStack() as open_tables:
            writers: dict[str, Callable[[Mapping[str, object]], object]] = {}
            for name, row in TABLES.items():
                path = folder / files[name]
                table = json_lines(path) if form == "jsonl" else parquet_table(path, row)
                writers[name] = open_tables.enter_context(table)

            def write(name: str, rows: Iterable[Exported]) -> None:
                for row in rows:
                    fields = row.model_dump(mode="json")
                    writers[name]({**fields, CHECK: check_of(fields)})
                    counts[name] += 1

            write("cells", _cells(store, subject.run))
            for match in subject.matches:
                for name, rows in MatchRows(store.record(match)).tables():
                    write(name, rows)
                on_match(match)
        place = Folder(folder)
        manifest = Manifest(
            form=form,
            parlour=version("parlour"),
            run=subject.run,
            matches=len(subject.matches),
            tables={
                name: TableFile(file=file, rows=counts[name], sha256=digest_of(place, file))
                for name, file in files.items()
            },
        )
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


def foreseen(store: Store, subject: Subject) -> Deletion:
    """Returns what a deletion of a match, or of a run with its matches, would remove."""
    return store.foresee_deletion(subject.matches, (subject.run,) if subject.run else ())


def describe_deletion(deletion: Deletion) -> Iterator[str]:
    """Yields a sentence for each thing that a deletion removes or keeps."""
    run = f"the run {deletion.runs[0]} with its " if deletion.runs else ""
    matches = _count(len(deletion.matches), "match", "matches")
    calls = _count(deletion.calls, "call", "calls")
    yield f"{run}{matches} and {calls}: journals, prompts, replies, measurements"
    if deletion.running:
        yield f"said to be in play: {', '.join(deletion.running[:5])}; whoever plays them will fail"
    if deletion.tables:
        yield f"at a table of a server: {', '.join(deletion.tables[:5])}; links, notebooks and surveys go too"
    runs = sorted({run for run, _ in deletion.cells})
    if runs:
        cells = _count(len(deletion.cells), "cell", "cells")
        yield f"{cells} of {', '.join(runs)}: the same `parlour run` plays them anew"
    if deletion.forks:
        yield f"forked from here, and kept with records of their own: {', '.join(deletion.forks[:5])}"


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"
