"""Every block of Python that the README and the page on the library show runs, and every notebook."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

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


# nbformat does not say what a notebook is.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false


NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
SECONDS = 900
"""That a cell may take on a busy machine; on an idle one the slowest takes some ten."""


def cells(path: Path) -> list[Any]:
    return nbformat.read(path, as_version=4).cells


@pytest.fixture
def ran(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the cells of a notebook showed, in a data folder of its own."""
    monkeypatch.setenv("IPYTHONDIR", os.fspath(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", os.fspath(tmp_path / "runtime"))
    notebook: Any = nbformat.read(request.param, as_version=4)
    NotebookClient(notebook, timeout=SECONDS, resources={"metadata": {"path": tmp_path}}).execute()
    return [output for cell in notebook.cells for output in cell.get("outputs", ())]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_keeps_no_outputs(path: Path):
    nbformat.validate(nbformat.read(path, as_version=4))
    assert all(not cell.get("outputs") and not cell.get("execution_count") for cell in cells(path))


@pytest.mark.parametrize("ran", NOTEBOOKS, indirect=True, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_made(ran: list[Any]):
    assert [output for output in ran if output.output_type == "error"] == []
    assert [output.text for output in ran if output.get("name") == "stderr"] == []
    shown = [output.data for output in ran if "data" in output]
    assert any("parlour-card" in data.get("text/html", "") for data in shown)
    figures = [data for data in shown if data.get("text/plain", "").startswith("<Figure")]
    assert all("image/png" in data for data in figures)
