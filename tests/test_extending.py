"""The tutorial shows what the example packages hold, word for word, and its own code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parlour.core import GAMES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"^`(examples/[^`\n]+)`\n\n```\w+\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
BLOCKS = re.findall(r"^```(?:python|toml|yaml)\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
OWN = [code for code in BLOCKS if code not in {shown for _, shown in EXCERPTS}]


@pytest.mark.parametrize(("path", "shown"), EXCERPTS)
def test_an_excerpt_stands_in_its_file_word_for_word(path: str, shown: str):
    assert f"\n{shown}" in f"\n{(ROOT / path).read_text(encoding='utf-8')}"


def test_all_blocks_are_excerpts_but_one():
    assert len(EXCERPTS) > 10
    assert len(OWN) == 1


@pytest.mark.skipif("avalon" not in GAMES.names, reason="needs `pip install examples/avalon`")
@pytest.mark.parametrize("code", OWN)
def test_a_block_that_is_no_excerpt_runs(code: str):
    exec(compile(code, "docs/extending.md", "exec"), {})


@pytest.mark.parametrize("package", ["avalon", "bandwagon"])
def test_the_files_that_are_named_exist(package: str):
    source = ROOT / f"examples/{package}/src/parlour_{package}"
    table = re.search(r"\| file of `examples/avalon.*?\n\n", PAGE, re.DOTALL)
    assert table
    named = re.findall(r"`(\w+\.py)`", table[0]) if package == "avalon" else ["suites.py"]
    assert all((source / name).is_file() for name in named)
