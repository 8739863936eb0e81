"""An imported match sends nothing to an address that its user has not named."""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

import parlour
from parlour.errors import ModelUnavailable, UsageError
from parlour.experiments.what_if.playing import ForkOrigins
from parlour.llm import ModelEntry, ModelPool, add_entry
from parlour.store import Store
from parlour.store.archive import Subject, export, import_export
from parlour.web.hosting import TableServer
from tests.arena.replies import failing_after, varied
from tests.llm.loopback import Loopback


@dataclass(frozen=True, kw_only=True)
class Imported:
    """A match that was stopped elsewhere and imported, and the server that it names."""

    match: str
    db: str
    server: Loopback


@pytest.fixture
def imported(tmp_path: Path) -> Generator[Imported]:
    theirs, ours = str(tmp_path / "theirs.db"), str(tmp_path / "ours.db")
    fails = failing_after(5, varied)
    with Loopback(lambda body: (varied if is_back else fails)(body)) as server:
        is_back = False
        with pytest.raises(ModelUnavailable):
            parlour.play("onenight", seed=3, method="plain", model=server.model, db=theirs)
        is_back = True
        with Store.open(theirs) as store:
            [summary] = store.matches()
            export(store, Subject(matches=(summary.match,)), tmp_path / "export", "jsonl")
        with Store.open(ours) as store:
            import_export(store, tmp_path / "export")
        server.keys.clear()
        yield Imported(match=summary.match, db=ours, server=server)


def test_it_is_not_played_on_from_python_or_where_nobody_can_be_asked(imported: Imported):
    with pytest.raises(UsageError, match="was imported and would send its prompts to http://127"):
        parlour.resume(imported.match, db=imported.db)
    done = subprocess.run(
        command(imported), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "would send its prompts to http://127" in done.stderr
    assert imported.server.keys == []


def test_no_fork_of_it_is_played(imported: Imported):
    async def fork(store: Store) -> None:
        async with ModelPool() as models, TableServer(store, models) as server:
            await server.fork(imported.match, 1, {})

    with Store.open(imported.db) as store:
        for forked in (ForkOrigins(store=store).get(imported.match), fork(store)):
            with pytest.raises(UsageError, match="was imported and would send its prompts to http://127"):
                asyncio.run(forked)
    assert imported.server.keys == []


def test_a_person_is_asked_first(imported: Imported):
    code, said = typed(imported, "n")
    assert code != 0
    assert f"sends its prompts to {imported.server.model}" in said
    assert imported.server.keys == []
    code, _ = typed(imported, "y")
    assert code == 0
    assert imported.server.keys


def test_it_is_played_on_where_the_user_has_named_the_server(
    imported: Imported, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setenv("PARLOUR_MODEL_FILE", str(tmp_path / "models.toml"))
    add_entry("mine", ModelEntry(base_url=imported.server.url, model="fixed"))
    assert parlour.resume(imported.match, db=imported.db).outcome


def command(imported: Imported) -> list[str]:
    words = ["play", "--resume", imported.match, "--db", imported.db, "--json"]
    return [sys.executable, "-m", "parlour", *words]


def typed(imported: Imported, line: str) -> tuple[int, str]:
    """The exit code and the errors of the command at a terminal where a line is typed."""
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "wb", buffering=0) as keyboard, closing(os.fdopen(theirs, "rb")) as terminal:
        keyboard.write(f"{line}\n".encode())
        done = subprocess.run(command(imported), stdin=terminal, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr
