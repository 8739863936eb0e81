"""Every block of Python that the README and the page on the library show runs, block after block."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[str]:
    return BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("page", "least"), [("README.md", 1), ("docs/library.md", 6)])
def test_what_a_page_shows_runs(page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert len(blocks(page)) >= least
    names: dict[str, object] = {"__name__": "shown"}
    for block in blocks(page):
        exec(compile(block, page, "exec"), names)
