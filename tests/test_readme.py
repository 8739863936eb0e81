"""Every command in the README and the docs is one that the command line takes."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from typer.testing import CliRunner

from parlour.cli.verbs import app
from tests.cases import cases

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    "docs/api.md",
    "docs/causes.md",
    "docs/data.md",
    "docs/extending.md",
    "docs/scripts.md",
    "docs/serve.md",
    "docs/trust.md",
    "docs/tutorial.md",
    "docs/tutorial.zh.md",
)
COMMAND = re.compile(r"^(?:\.venv/bin/)?parlour (.+)$")


def commands() -> list[str]:
    lines = [line for page in PAGES for line in (ROOT / page).read_text().splitlines()]
    return [match[1] for line in lines if (match := COMMAND.match(line.strip()))]


def test_the_readme_shows_commands():
    assert len(commands()) > 10


@cases("command", commands())
def test_a_command_that_is_shown_is_understood(command: str):
    told = CliRunner().invoke(app, [*shlex.split(command, comments=True), "--help"])
    assert told.exit_code == 0, told.output


def test_every_make_target_in_the_readme_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"^make ([a-z-]+)", (ROOT / "README.md").read_text(), re.MULTILINE)) <= targets
