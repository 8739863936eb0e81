"""Every command in the README and the docs is one that the command line takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from parlour.cli.verbs import app
from tests.cases import cases

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    "docs/api.md",
    "docs/causes.md",
    "docs/data.md",
    "docs/extending.md",
    "docs/models.md",
    "docs/scripts.md",
    "docs/serve.md",
    "docs/trust.md",
    "docs/tutorial.md",
    "docs/tutorial.zh.md",
)
VERBS = get_command(app)
COMMAND = re.compile(r"^(?:\.venv/bin/)?parlour (.+)$")


def draw_nothing(**_: object) -> None:
    """Stands in for the drawing of a help page, which takes longest."""


def commands() -> list[str]:
    lines = [line for page in PAGES for line in (ROOT / page).read_text().splitlines()]
    return [match[1] for line in lines if (match := COMMAND.match(line.strip()))]


@cases("command", commands())
def test_a_command_that_is_shown_is_understood(command: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("typer.rich_utils.rich_format_help", draw_nothing)
    words = [*shlex.split(command, comments=True), "--help"]
    assert VERBS.main(words, prog_name="parlour", standalone_mode=False) == 0


def test_every_make_target_in_the_readme_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"^make ([a-z-]+)", (ROOT / "README.md").read_text(), re.MULTILINE)) <= targets
