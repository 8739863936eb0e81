"""Files that people have: what comes of each in `tests/files`, by the real commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.runs import Done, Parlour

FILES = Path(__file__).parents[1] / "files"
OUTCOMES: dict[str, list[dict[str, Any]]] = yaml.safe_load((FILES / "outcomes.yaml").read_text("utf-8"))
MOST_LINES = 3
"""Of a message."""


def refused(done: Done, outcome: dict[str, Any]) -> bool:
    """Whether a refusal is due, and then stands there in few lines that name the file or the option."""
    assert "Traceback" not in done.err
    if "refused" not in outcome:
        assert done.code == 0, done.err
        return False
    assert done.code == 2, (done.out, done.err)
    assert outcome["refused"] in done.err, done.err
    assert len(done.err.strip().splitlines()) <= MOST_LINES, done.err
    assert outcome["file"] in done.err or "--" in done.err, done.err
    return True


def each_of(kind: str, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    monkeypatch.chdir(FILES / kind)
    named = {outcome["file"] for outcome in OUTCOMES[kind]} | {"harbour.yaml"}
    assert {file.name for file in Path().iterdir()} <= named
    return OUTCOMES[kind]


def test_every_file_of_posts_is_read_or_told_what_is_wrong(parlour: Parlour, monkeypatch: pytest.MonkeyPatch):
    for outcome in each_of("posts", monkeypatch):
        words = [outcome["file"], *outcome.get("with", ()), "--classes", "harbour.yaml"]
        done = parlour("trust", *words, "--model", "reader", "--json")
        if refused(done, outcome):
            continue
        posts = done.json["posts"]
        assert len(posts) == outcome["read"], outcome
        said = " ".join(done.err.split())
        assert f"{outcome['file']}: columns: {outcome.get('columns', 'by ')}" in said
        assert outcome.get("columns", done.json["columns"]) == done.json["columns"]
        assert outcome.get("said", "") in said
        first = [posts[0][name] for name in ("author", "time", "label")]
        assert outcome.get("first", first) == first


def test_every_recorded_game_is_imported_or_told_what_is_wrong(
    parlour: Parlour, db: str, monkeypatch: pytest.MonkeyPatch
):
    for outcome in each_of("games", monkeypatch):
        words = (outcome["kind"], outcome["file"], "--replace", "--db", db)
        done = parlour("transcripts", "import", *words, "--json")
        if refused(done, outcome):
            continue
        assert len(done.json) == outcome["read"], outcome
        assert [done.json[0][name] for name in ("utterances", "votes", "winner")] == outcome["game"], outcome
        assert outcome.get("said", "") in done.err


def test_every_experiment_is_planned_or_told_what_is_wrong(
    parlour: Parlour, db: str, monkeypatch: pytest.MonkeyPatch
):
    for outcome in each_of("experiments", monkeypatch):
        done = parlour("run", outcome["file"], "--model", "reader", "--plan", "--db", db, "--json")
        if not refused(done, outcome):
            assert {row["reference"] for row in done.json} == {0.5}


def test_every_script_is_good_or_told_what_is_wrong(parlour: Parlour, monkeypatch: pytest.MonkeyPatch):
    for outcome in each_of("scripts", monkeypatch):
        done = parlour("scripts", "check", outcome["file"])
        if not refused(done, outcome):
            assert outcome["said"] in " ".join(done.out.split())


def test_the_smallest_script_is_written_once_checked_and_played(parlour: Parlour, tmp_path: Path):
    for lang in ("en", "zh"):
        file = tmp_path / f"mine.{lang}.yaml"
        assert parlour("scripts", "new", str(file), "--lang", lang).code == 0
        assert "good" in parlour("scripts", "check", str(file)).out
        assert "is there already" in parlour("scripts", "new", str(file)).err
        assert parlour("scripts", "new", "--lang", lang).out == file.read_text("utf-8")
        words = ("--script", str(file), "--method", "random", "--seed", "1", "--rounds", "0")
        assert parlour("play", "mystery", *words).code == 0
