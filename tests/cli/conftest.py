from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from parlour.cli import main
from parlour.games.mystery import MysterySetup
from tests.arena.mysteries import mystery
from tests.cli.runs import Done, Parlour

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No key, no default model, and folders of the test's own."""
    for key in (*KEYS, "PARLOUR_MODEL", "PARLOUR_CONTEXT"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("PARLOUR_SCRIPTS", str(tmp_path / "scripts"))
    monkeypatch.setenv("PARLOUR_MODELS", str(tmp_path / "models"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "dumb")


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "parlour.db")


@pytest.fixture
def parlour(
    bare: None, db: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Done]:
    """Runs the command line in this process, as its entry point does."""

    def run(*words: str, typed: str = "") -> Done:
        is_stored = words[:1] and words[0] in ("play", "replay", "audit", "matches")
        has_db = is_stored and not {"--help", "--db"} & {*words}
        monkeypatch.setattr(sys, "argv", ["parlour", *words, *(["--db", db] if has_db else [])])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        return Done(code=int(end.value.code or 0), out=told.out, err=told.err)

    return run


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what a module of tests plays once."""
    return tmp_path_factory.mktemp("played")


@pytest.fixture
def once(parlour: Parlour, databases: Path, db: str) -> Callable[..., None]:
    """What a command leaves in the database, from a copy if a test of this module has run it before."""

    def run(*words: str) -> None:
        kept = databases / f"{'-'.join(words).replace('/', '-')}.db"
        if not kept.exists():
            assert parlour(*words, "--db", str(kept)).code == 0
        shutil.copyfile(kept, db)

    return run


@pytest.fixture
def script(tmp_path: Path) -> str:
    """The path of a small mystery for three."""
    return write_script(tmp_path, mystery(players=3))


@pytest.fixture
def chinese(tmp_path: Path) -> str:
    """The same in Chinese."""
    return write_script(tmp_path, mystery("zh", players=3))


def write_script(folder: Path, game: MysterySetup) -> str:
    path = folder / f"mill.{game.script.language}.yaml"
    told = game.script.model_dump(mode="json", exclude_defaults=True)
    path.write_text(yaml.safe_dump(told, allow_unicode=True), encoding="utf-8")
    return os.fspath(path)
