"""What is printed: others' text as it stands, names whole at any width, and any encoding."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, Field
from rich.text import Text

from parlour.agents import METHODS, Configurable, options_of
from parlour.experiments import suites
from parlour.games.mystery import library
from parlour.llm import model_kinds
from parlour.views.terminal import ListColumn, Listing, terminal
from tests.cli.runs import Parlour

HOSTILE = "[red]Ann[/red] :smile: \\"


def printed(*told: object, width: int = 80) -> str:
    console = terminal(width=width)
    console.file = io.StringIO()
    for each in told:
        console.print(each)
    return console.file.getvalue()


def test_text_of_others_is_printed_as_it_stands():
    assert HOSTILE in printed(HOSTILE)
    columns = (ListColumn(head=HOSTILE, is_typed=True), ListColumn(head="text"))
    for width in (40, 120):
        assert HOSTILE in printed(Listing(columns=columns, rows=[(HOSTILE, HOSTILE)]), width=width)


def test_no_text_of_others_steers_the_terminal():
    steering = "\x1b]0;title\x07\x1b[31mred\u202e"
    columns = (ListColumn(head=steering, is_typed=True), ListColumn(head="text"))
    shown = printed(steering, Text(steering), Listing(columns=columns, rows=[(steering, steering)]))
    assert shown.count("red") == 5
    assert "\x1b" not in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize("width", ["60", "80", "120", ""])
def test_what_must_be_typed_is_never_cut_or_broken(
    parlour: Parlour, monkeypatch: pytest.MonkeyPatch, width: str
):
    monkeypatch.delenv("COLUMNS") if not width else monkeypatch.setenv("COLUMNS", width)
    scripts = [entry.script for entry in library.shelf().entries]
    names = {
        ("suites",): [suite.name for suite in suites()],
        ("methods",): list(METHODS.load_all()),
        ("models",): [kind.form for kind in model_kinds()],
        ("scripts", "list"): [name for script in scripts for name in (script.id, script.story)],
        ("methods", "gratr"): ["self_defence", "merging"],
    }
    for verb, typed in names.items():
        out = parlour(*verb).out
        words = out.split()
        assert [name for name in typed if name not in words] == []
        if width:
            assert max(map(len, out.splitlines())) <= int(width)


class OutsideOptions(BaseModel):
    """Of a method from elsewhere.

    Attributes:
        depth: how far it looks
            ahead.
    """

    depth: int = Field(default=2, ge=1)
    mood: str = Field(default="", description="how it [feels]")


class Outside:
    name, summary, wants_model, form = "outside", "from [elsewhere]", False, OutsideOptions

    def seat(self, *_: object) -> Any:
        raise NotImplementedError


def test_every_shipped_method_says_what_each_option_means() -> None:
    for name, method in METHODS.load_all().items():
        assert isinstance(method, Configurable)
        for option in options_of(method) or ():
            assert option.meaning, f"{name}:{option.name}"


def test_a_method_from_elsewhere_tells_its_options_too(parlour: Parlour, monkeypatch: pytest.MonkeyPatch):
    def find(_name: str) -> Outside:
        return Outside()

    monkeypatch.setattr("parlour.cli.catalogues.find_method", find)
    told = parlour("methods", "outside", "--json").json["options"]
    assert told == [
        {"name": "depth", "takes": "integer ≥ 1", "default": "2", "meaning": "how far it looks ahead."},
        {"name": "mood", "takes": "text", "default": "none", "meaning": "how it [feels]"},
    ]
    out = parlour("methods", "outside").out
    assert "from [elsewhere]" in out
    assert "how it [feels]" in out


TYPED = """
import json, sys
from parlour.cli import main

for words in json.loads(sys.argv[1]):
    sys.argv = ["parlour", *words]
    try:
        main()
    except SystemExit as end:
        assert end.code in (0, 2), (words, end.code)
"""
"""Types one line after the other, each as its own entry point would."""


def in_encoding(encoding: str, *typed: Sequence[str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PARLOUR_MODEL": "reader", "COLUMNS": "80"}
    command = [sys.executable, "-c", TYPED, json.dumps(typed)]
    return subprocess.run(
        command, capture_output=True, check=False, env=environment, cwd=folder, stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk"])
def test_where_letters_cannot_be_written_no_verb_fails_and_json_is_whole(encoding: str, tmp_path: Path):
    db = tmp_path / "parlour.db"
    verbs = (
        ("scripts", "list", "--json"),
        ("play", "werewolf", "--method", "random", "--lang", "zh", "--seed", "1", "--db", str(db)),
        ("matches", "--db", str(db)),
        ("suites",),
        ("methods", "gratr"),
        ("models",),
        ("scripts", "list"),
        ("scripts", "show", "teahouse", "--lang", "zh"),
        ("play", "--help"),
        ("trust", "sample", "--model", "reader", "--lang", "zh", "--limit", "3"),
        ("audit", "狼人", "--db", str(db)),
    )
    done = in_encoding(encoding, *verbs, folder=tmp_path)
    assert b"Traceback" not in done.stderr, done.stderr.decode(encoding)
    assert done.returncode == 0
    scripts, _ = json.JSONDecoder().raw_decode(done.stdout.decode(encoding))
    assert "灯停之夜" in [script["title"] for script in scripts]
