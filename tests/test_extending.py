"""The tutorial shows what the example packages hold, word for word, and its own code runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import cases
from tests.packages.overlay import installed

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"^`(examples/[^`\n]+)`\n\n```\w+\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
BLOCKS = re.findall(r"^```(?:python|toml|yaml)\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
OWN = [code for code in BLOCKS if code not in {shown for _, shown in EXCERPTS}]


@cases(("path", "shown"), EXCERPTS)
def test_an_excerpt_stands_in_its_file_word_for_word(path: str, shown: str):
    assert f"\n{shown}" in f"\n{(ROOT / path).read_text(encoding='utf-8')}"


@pytest.mark.parametrize("code", OWN)
def test_a_block_that_is_no_excerpt_runs_where_the_examples_are_installed(code: str, tmp_path: Path):
    path = os.pathsep.join((*installed(tmp_path), os.environ.get("PYTHONPATH", "")))
    words, env = [sys.executable, "-W", "error", "-c", code], {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
