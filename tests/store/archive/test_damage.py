"""What is not as it was exported is refused in one sentence that names the file and the line."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import ArchiveError
from parlour.store import Store
from parlour.store.archive import Subject, export, import_export
from parlour.store.archive.files import MOST_LINE, MOST_MANIFEST, check_of
from tests.store.archive.played import games, laid, played


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path, str], None]:
    folder = tmp_path_factory.mktemp("exported")
    with Store.open(str(folder / "parlour.db")) as store:
        match = played(store, laid(games()["onenight"], method="random"))
        for form in ("jsonl", "parquet"):
            export(store, Subject(matches=(match,)), folder / form, form)

    def copy(path: Path, form: str) -> None:
        path.mkdir()
        for file in (folder / form).iterdir():
            (path / file.name).write_bytes(file.read_bytes())

    return copy


Copy = Callable[[Path, str], None]


def refused(path: Path, tmp_path: Path) -> str:
    with Store.open(str(tmp_path / "new.db")) as store:
        with pytest.raises(ArchiveError) as error:
            import_export(store, path)
        assert store.matches() == ()
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize("locked", ["manifest.json", "events.jsonl"])
def test_a_zip_with_a_password_is_told(exported: Copy, tmp_path: Path, locked: str):
    exported(tmp_path / "out", "jsonl")
    path = Path(shutil.make_archive(str(tmp_path / "locked"), "zip", tmp_path, "out"))
    path.write_bytes(_locked(path.read_bytes(), f"out/{locked}".encode()))
    assert refused(path, tmp_path) == (
        f"{path}/out/{locked} has a password: unpack the zip, and name the folder"
    )


def _locked(packed: bytes, name: bytes) -> bytes:
    """A zip in which a file is said to be encrypted, both before its bytes and in the list at the end."""
    told = bytearray(packed)
    for magic, flags, names in ((b"PK\3\4", 6, 30), (b"PK\1\2", 8, 46)):
        at = next(
            each.start()
            for each in re.finditer(re.escape(magic), packed)
            if packed.startswith(name, each.start() + names)
        )
        told[at + flags] |= 1
    return bytes(told)


def test_what_was_changed_in_a_table_is_named(exported: Copy, tmp_path: Path):
    exported(path := tmp_path / "out", "jsonl")
    file = path / "events.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    row = json.dumps(json.loads(lines[4]) | {"chosen": ["somebody else"]}).encode()
    for changed, said in (
        ([*lines[:4], row, b"\n", *lines[5:]], "events.jsonl:5: the row is not as it was exported"),
        ([*lines[:-1], lines[-1][:-20]], f"events.jsonl:{len(lines)}: the line is no JSON: the file ends"),
        (lines[:-1], f"it has {len(lines) - 1} rows and had {len(lines)}"),
        (lines[::-1], "events.jsonl is not as it was exported: its SHA-256 differs"),
    ):
        file.write_bytes(b"".join(changed))
        assert said in refused(path, tmp_path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 2}, "another version of Parlour wrote it (export version 2; this version reads 1)"),
        ({"form": "csv"}, "form: Input should be 'jsonl' or 'parquet'"),
        ({"tables": {}}, "it names no file for matches"),
    ],
)
def test_a_manifest_of_another_sort_is_told(
    change: dict[str, object], said: str, exported: Copy, tmp_path: Path
):
    exported(path := tmp_path / "out", "jsonl")
    told = json.loads((path / "manifest.json").read_text()) | change
    (path / "manifest.json").write_text(json.dumps(told))
    assert refused(path, tmp_path).startswith(f"{path}/manifest.json: {said}")


def test_a_game_that_is_not_installed_is_told(exported: Copy, tmp_path: Path):
    exported(path := tmp_path / "out", "jsonl")
    told = json.loads((path / "matches.jsonl").read_text())
    del told["check"]
    told["setup"]["game"]["name"] = "chess"
    (path / "matches.jsonl").write_text(json.dumps({**told, "check": check_of(told)}) + "\n")
    assert "matches.jsonl:1: match" in (message := refused(path, tmp_path))
    assert "chess" in message


def test_what_is_not_there_or_no_export_is_told(exported: Copy, tmp_path: Path):
    assert "is not there: name the folder of an export" in refused(tmp_path / "nowhere", tmp_path)
    (tmp_path / "some.txt").write_text("hello")
    assert "is no export: name the folder" in refused(tmp_path / "some.txt", tmp_path)
    (tmp_path / "empty").mkdir()
    assert "manifest.json is not there" in refused(tmp_path / "empty", tmp_path)
    exported(path := tmp_path / "out", "jsonl")
    (path / "votes.jsonl").unlink()
    assert "votes.jsonl is not there, though the manifest names it" in refused(path, tmp_path)


def test_an_edited_parquet_row_is_named(exported: Copy, tmp_path: Path):
    from importlib import import_module

    exported(path := tmp_path / "out", "parquet")
    tables = import_module("pyarrow.parquet")
    table = tables.read_table(path / "actions.parquet")
    rows = table.to_pylist()
    rows[2]["speech"] = "something else"
    edited = import_module("pyarrow").Table.from_pylist(rows, schema=table.schema)
    tables.write_table(edited, path / "actions.parquet")
    assert "actions.parquet:3: the row is not as it was exported" in refused(path, tmp_path)
    whole = (path / "actions.parquet").read_bytes()
    (path / "actions.parquet").write_bytes(whole[:-100])
    assert "actions.parquet cannot be read after row 0" in refused(path, tmp_path)


def test_an_export_wants_a_folder_of_its_own(exported: Copy, tmp_path: Path):
    exported(path := tmp_path / "out", "jsonl")
    with (
        Store.open(str(tmp_path / "new.db")) as store,
        pytest.raises(ArchiveError, match="is not empty: an export wants a folder of its own"),
    ):
        export(store, Subject(matches=()), path, "jsonl")


def spoil(path: Path, table: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes the first row of a table, with its check and its digest as if it had been written so."""
    file = path / f"{table}.jsonl"
    first, rest = file.read_text(encoding="utf-8").split("\n", 1)
    row = json.loads(first)
    del row["check"]
    change(row)
    file.write_text(f"{json.dumps({**row, 'check': check_of(row)})}\n{rest}", encoding="utf-8")
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    manifest["tables"][table]["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    (path / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def test_a_name_that_leads_elsewhere_or_writes_to_the_terminal_is_refused(exported: Copy, tmp_path: Path):
    for number, name in enumerate(("../../etc/x", "a\nb", "\x1b[31mred", "", "a" * 300)):
        exported(path := tmp_path / f"out-{number}", "jsonl")
        spoil(path, "matches", lambda row, name=name: row.update(match=name))
        message = refused(path, tmp_path)
        assert "matches.jsonl:1: match: " in message
        assert "\x1b" not in message
    with Store.open(str(tmp_path / "new.db")) as store, pytest.raises(ArchiveError, match="--as"):
        import_export(store, tmp_path / "out-0", under="a\nb")


def test_an_entry_that_could_not_be_replayed_is_refused(exported: Copy, tmp_path: Path):
    changes: tuple[tuple[str, Callable[[dict[str, Any]], None], str], ...] = (
        ("events", lambda row: row.update(spelled="{}"), "events.jsonl:1: "),
        ("events", lambda row: row.update(spelled="no JSON"), "events.jsonl:1: "),
        ("actions", lambda row: row.update(spelled='{"request":7}'), "actions.jsonl:1: "),
        ("actions", lambda row: row.update(match="another"), "the export has no match 'another'"),
    )
    for number, (table, change, said) in enumerate(changes):
        exported(path := tmp_path / f"out-{number}", "jsonl")
        spoil(path, table, change)
        assert said in refused(path, tmp_path)


def test_a_row_without_an_end_is_refused_before_it_fills_the_memory(exported: Copy, tmp_path: Path):
    exported(path := tmp_path / "out", "jsonl")
    with (path / "events.jsonl").open("wb") as file:
        file.write(b'{"text":"')
        file.truncate(3 * MOST_LINE)
    tracemalloc.start()
    try:
        assert f"events.jsonl:1: the line has more than {MOST_LINE:,} bytes" in refused(path, tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 4 * MOST_LINE
    finally:
        tracemalloc.stop()
    (path / "manifest.json").write_bytes(b" " * (MOST_MANIFEST + 1))
    assert "manifest.json has more than" in refused(path, tmp_path)


def test_a_zip_that_comes_to_far_more_than_it_has_is_refused(exported: Copy, tmp_path: Path):
    exported(tmp_path / "out", "jsonl")
    with (tmp_path / "out" / "events.jsonl").open("ab") as file:
        file.write(b"\n" * (8 << 20))
    path = Path(shutil.make_archive(str(tmp_path / "bomb"), "zip", tmp_path, "out"))
    assert "out/events.jsonl comes to 8," in refused(path, tmp_path)


def test_what_is_no_regular_file_is_refused_at_once(exported: Copy, tmp_path: Path):
    for number, file in enumerate(("manifest.json", "events.jsonl")):
        path = tmp_path / f"out-{number}"
        exported(path, "jsonl")
        (path / file).unlink()
        os.mkfifo(path / file)
        assert f"{file} is no regular file" in refused(path, tmp_path)
        (path / file).unlink()
        (path / file).symlink_to("/dev/zero")
        assert f"{file} is no regular file" in refused(path, tmp_path)
