"""Every verb explains itself, and every way of asking wrongly ends with 2."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from parlour import __version__
from parlour.cli.verbs import VERBS, first_line, installed_verbs
from parlour.store import Store
from tests.arena.mysteries import laid, mystery
from tests.cases import cases
from tests.cli.runs import Parlour

LEAGUE = Path(__file__).parents[2] / "examples" / "first-league.yaml"


def test_help_shows_every_verb_with_what_it_does(parlour: Parlour):
    shown = parlour("--help")
    assert shown.code == 0
    for name, verb in {**VERBS, **installed_verbs()}.items():
        assert name in shown.out
        assert verb.help in shown.out


@cases("verb", [*VERBS, *installed_verbs()])
def test_every_verb_has_help(parlour: Parlour, verb: str):
    shown = parlour(verb, "--help")
    assert shown.code == 0
    assert "Usage" in shown.out
    assert "--help" in shown.out


def test_help_loads_nothing_heavy():
    code = (
        "import sys; sys.argv = ['parlour', '--help']\n"
        "from parlour.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'pydantic', 'pydantic_ai', 'openai', 'sqlalchemy', 'numpy', 'faiss', 'jinja2', 'yaml'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_match_without_people_loads_nothing_that_it_does_not_use(db: str):
    words = ("play", "werewolf", "--method", "random", "--seed", "1", "--fast", "--db", db)
    of_others = ("numpy", "parlour.experiments", "parlour.lab")
    unneeded = ("nicegui", "fastapi", "uvicorn", "prompt_toolkit", "opentelemetry.", *of_others)
    code = (
        f"import sys; sys.argv = ['parlour', *{words!r}]\n"
        "from parlour.cli import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        f"sys.exit(', '.join(name for name in sys.modules if name.startswith({unneeded!r})) or 0)"
    )
    kept = {name: value for name, value in os.environ.items() if "OTEL" not in name}
    ended = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=kept
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_what_a_brought_verb_does_is_read_without_importing_it():
    assert installed_verbs()["scripts"].help == "List, check, import and read scripts."
    assert first_line("parlour.nowhere.scripts") == ""


@cases(
    ("words", "said"),
    [
        (["paly"], "paly"),
        (["play", "chess"], "mystery"),
        (["play", "--seed", "-1"], "--seed"),
        (["play", "--script", "nowhere"], "'nowhere'"),
        (["play", "--method", "plaier-star"], "player-star"),
        (["play", "--method", "random:speed"], "name=value"),
        (["play", "--model", "gtp-5"], "gtp-5"),
        (["play", "--model", "openai:gpt-4o"], "OPENAI_API_KEY"),
        (["play", "--script", "lighthouse", "--seat", "Martha"], "NAME=METHOD"),
        (["play", "--script", "lighthouse", "--seat", "Zoe=random"], "Martha, Jonah, Nora, Walter"),
        (["play", "--script", "lighthouse", "--seat", "Marhta=random"], "did you mean Martha?"),
        (["play", "--team", "wolves=random"], "civilian, murderer"),
        (["play", "--human", "Zoe"], "Zoe"),
        (["play", "mystery", "--resume", "20260101-aaaa"], "leave the game out"),
        (["play", "--resume", "20260101-aaaa"], "no match '20260101-aaaa'"),
        (["replay"], "MATCH"),
    ],
)
def test_whoever_asks_wrongly_is_told_what_is_wrong(parlour: Parlour, words: list[str], said: str):
    told = parlour(*words)
    assert told.code == 2
    assert said in told.err
    assert told.out == ""
    assert "Traceback" not in told.err


@cases(
    ("words", "target"),
    [
        (["calibrate", "reader", "--out"], "nowhere/card.md"),
        (["calibrate", "reader", "--out"], "."),
        (["league", str(LEAGUE), "--out"], "taken/league"),
        (["report", "--out"], "taken"),
        (["report", "--human", "--out"], "taken/report"),
        (["examples", "bandwagon", "--to"], "taken"),
        (["new", "game", "heist", "--folder"], "taken"),
    ],
)
def test_what_cannot_be_written_is_named_before_anything_is_done(
    parlour: Parlour, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], target: str
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").write_text("kept", encoding="utf-8")
    told = parlour(*words, target, *(() if words[0] in ("examples", "new") else ("--db", "any.db")))
    assert told.code == 2
    assert f"{target} cannot be written" in told.err
    assert told.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_the_version_needs_no_verb(parlour: Parlour):
    told = parlour("--version")
    assert (told.code, told.out.strip()) == (0, __version__)


def test_several_people_at_one_terminal_are_led_to_where_each_has_a_screen(parlour: Parlour, script: str):
    words = ["play", "--script", script, "--method", "random", "--human", "Anna", "--human", "Ben"]
    told = parlour(*words)
    assert told.code == 2
    assert "parlour serve" in told.err
    assert parlour("matches", "--json").json == []


@cases(
    "words",
    [
        ["--method", "random", "--seat", "Anna=random", "--human", "Anna"],
        ["--method", "random", "--seat", "Anna=random", "--seat", "Anna=human"],
        ["--method", "random", "--human", "Anna", "--seat", "Ben=human"],
        ["--resume", "MATCH", "--seed", "3"],
        ["--resume", "MATCH", "--model", "openai:gpt-4o"],
        ["--resume", "MATCH", "--human", "Anna"],
    ],
)
def test_options_that_contradict_each_other_are_refused(
    parlour: Parlour, script: str, db: str, words: list[str]
):
    with Store.open(db) as store:
        match = store.create(laid(mystery(players=3), method="random"))
    chosen = [] if "--resume" in words else ["--script", script]
    told = parlour("play", *chosen, *(match if word == "MATCH" else word for word in words))
    assert told.code == 2
