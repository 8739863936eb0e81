"""Whoever types what the tutorial shows sees what it shows, in both languages."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from tests.packages.commands import commands

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)```$", re.MULTILINE | re.DOTALL)
MATCH = re.compile(r"\d{8}-\w{4}")
ALONE = ("--jobs", "1")
"""Any number of processes prints the same, and each takes longer to start than it saves."""
GAP = "[...]"
PAGES = ("docs/tutorial.md", "docs/tutorial.zh.md")


def blocks(page: str) -> list[tuple[str, str]]:
    return BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


def typed(page: str) -> Iterator[tuple[list[str], str]]:
    """The words of each `parlour` command of a page, with what the page says it prints."""
    for (sort, line), (next_sort, shown) in pairwise([*blocks(page), ("", "")]):
        if sort == "sh" and line.startswith("parlour "):
            assert next_sort == "text", line
            yield shlex.split(line)[1:], shown


def program(page: str) -> tuple[str, str]:
    """The Python of a page in one, with what it prints."""
    code = "\n".join(text for sort, text in blocks(page) if sort == "python")
    shown = [text for (sort, _), (_, text) in pairwise(blocks(page)) if sort == "python"]
    return code, shown[0]


def lines(text: str) -> list[str]:
    """Returns the lines of a text that are not empty, with the ids of matches made alike."""
    alike = (" ".join(MATCH.sub("ID", line).split()) for line in text.splitlines())
    return [line for line in alike if line]


def differing(shown: str, printed: str) -> str | None:
    """Returns what differs between a block and what was printed; `[...]` stands for one or more lines."""
    wanted, found = lines(shown), lines(printed)
    parts = "\n".join(wanted).split(GAP)
    pattern = ".*?".join(re.escape(part) for part in parts)
    if re.fullmatch(pattern, "\n".join(found), re.DOTALL):
        return None
    return next((line for line in wanted if line not in (*found, GAP)), "the order, or lines without [...]")


def environment(home: Path) -> Mapping[str, str]:
    """That of somebody who has just installed it: no key, no matches, English, 80 columns."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PARLOUR_", "XDG_"))}
    path = os.pathsep.join(filter(None, (str(ROOT / "src"), kept.get("PYTHONPATH"))))
    return {**kept, "HOME": str(home), "PYTHONPATH": path, "PYTHONUTF8": "1", "TERM": "dumb"}


@pytest.mark.parametrize(
    ("page", "count"), [(PAGES[0], 4), (PAGES[1], 3), pytest.param(PAGES[1], 4, marks=pytest.mark.real)]
)
def test_what_is_typed_prints_what_is_shown(page: str, count: int, tmp_path: Path):
    """Of the Chinese page the match alone; its experiment is the same one, and stands in `make test-real`."""
    lines_typed = [*typed(page)]
    assert len(lines_typed) == 4
    with commands(Path(sys.executable), environment(tmp_path)) as running:
        for words, shown in lines_typed[:count]:
            printed = running.run(tmp_path, *words, *(ALONE if words[0] == "run" else ()))
            assert differing(shown, printed) is None, printed
    if count == len(lines_typed):
        code, shown = program(page)
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=False,
            env=environment(tmp_path),
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        assert differing(shown, done.stdout) is None, done.stdout
