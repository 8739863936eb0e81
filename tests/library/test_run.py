"""An experiment in one call: in a script, in a notebook, and interrupted."""

# Neither pandas nor matplotlib says all of what it takes and gives.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli import main
from parlour.errors import UsageError
from parlour.store import Store
from tests.cases import cases
from tests.cli.runs import Held
from tests.experiments.installed import install_suite
from tests.llm.loopback import Loopback
from tests.web.hosting.houses import until


@pytest.fixture(autouse=True, scope="module")
def tiny() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install_suite(patch, "tiny", "tests.library.tiny:SUITE")
        yield


@pytest.fixture(scope="module")
def finished(tiny: None, tmp_path_factory: pytest.TempPathFactory) -> tuple[parlour.Run, str]:
    """A finished run and its database."""
    db = str(tmp_path_factory.mktemp("run") / "parlour.db")

    async def cell() -> parlour.Run:
        """A notebook's cell, whose loop runs already."""
        return parlour.run("tiny", db=db)

    return asyncio.run(cell()), db


def shown(run: parlour.Run) -> str:
    """What a notebook shows in its place."""
    return run._repr_html_()  # pyright: ignore[reportPrivateUsage]


def test_a_run_is_the_command_lines_run_of_the_same_arguments(
    db: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    ours = parlour.run("tiny", add={"mine": "o-cot"}, games=2, seed=5, db=db)
    words = ("run", "tiny", "--add", "mine=o-cot", "--games", "2", "--seed", "5", "--json", "--yes")
    monkeypatch.setattr(sys, "argv", ["parlour", *words, "--jobs", "1", "--db", str(tmp_path / "theirs.db")])
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    told = json.loads(capsys.readouterr().out)
    assert [row.model_dump(mode="json") for row in ours.rows] == told
    assert {"random", "plain", "mine"} <= {row["condition"] for row in told}
    assert parlour.load_run(ours.id, db=str(tmp_path / "theirs.db")).id == ours.id


def test_a_run_is_asked_again_and_nothing_is_played_again(finished: tuple[parlour.Run, str]):
    first, db = finished
    again = parlour.run("tiny", db=db)
    assert first.is_finished
    assert [each.match for each in first.finished_cells] == [each.match for each in again.finished_cells]
    assert len(first.finished_cells) == 6
    assert parlour.load_run("tiny", db=db).rows == first.rows
    assert parlour.load(first.finished_cells[0].match, db=db).replay().is_identical


def test_arms_can_be_left_for_later(db: str):
    some = parlour.run("tiny", conditions=["random"], db=db)
    assert {each.condition for each in some.finished_cells} == {"random"}
    assert not some.is_finished
    assert parlour.run("tiny", db=db).is_finished


def test_a_run_shows_itself(finished: tuple[parlour.Run, str]):
    run, _ = finished
    assert run.table() == str(run)
    assert "Whether <plain> talk helps" in run.table()
    assert "&lt;plain&gt;" in shown(run)
    assert "<plain>" not in shown(run)
    assert repr(run) == f"<Run {run.id}: 6 of 6 matches>"
    assert len(run.scores["plain"]) == 3
    assert run.faults["plain"] == {}


def test_a_run_as_frames_a_figure_and_a_report(finished: tuple[parlour.Run, str], tmp_path: Path):
    run, db = finished
    measures, matches = run.to_frame(), run.to_frame("matches")
    assert list(measures["condition"]) == [row.condition for row in run.rows]
    assert list(matches["match"]) == [each.match for each in run.finished_cells]
    assert list(matches["calls"]) == [
        len(parlour.load(each.match, db=db).calls) for each in run.finished_cells
    ]
    run.figure().savefig(tmp_path / "figure.png")
    assert (tmp_path / "figure.png").stat().st_size > 5000
    assert {path.suffix for path in run.report(tmp_path / "report")} >= {".csv", ".json", ".md", ".html"}


GAMES = 3


def test_a_run_that_is_cancelled_goes_on_with_what_it_has(db: str):
    """Several processes are stopped by `tests/cli/test_run.py`."""
    held = Held(30)
    with Loopback(held) as server:
        asked: dict[str, Any] = {"games": GAMES, "conditions": ["plain"], "db": db, "model": server.model}

        async def stopped() -> None:
            task = asyncio.create_task(parlour.arun("tiny", **asked))
            await until(lambda: task.done() or held.reached.is_set(), 600)
            task.cancel()
            with pytest.raises(asyncio.CancelledError) as end:
                await task
            assert "the same call goes on from here" in end.value.__notes__[0]

        asyncio.run(stopped())
        held.let_go.set()
        with Store.open(db) as store:
            begun = {each.match for each in store.matches()}
        assert begun
        whole = parlour.run("tiny", **asked)
    assert len(whole.finished_cells) == GAMES
    assert begun <= {each.match for each in whole.finished_cells}
    with Store.open(db) as store:
        assert len(store.matches()) == GAMES


@cases(
    ("suite", "asked", "told"),
    [
        ("tinny", {}, "no suite 'tinny'; there are: tiny"),
        ("tiny", {"conditions": ["PP"]}, "tiny has no condition 'PP': random; plain"),
        ("tiny", {"add": {"mine": "o-cott"}}, "mine: no method 'o-cott'"),
        ("tiny", {"sought": "plain"}, "tiny plays onenight"),
        ("tiny", {"db": ":memory:"}, "a run is kept as it goes, so that it can go on: name a file"),
    ],
)
def test_what_is_asked_wrongly_is_said_in_a_sentence(suite: str, asked: dict[str, Any], told: str, db: str):
    with pytest.raises(UsageError) as error:
        parlour.run(suite, **dict[str, Any](db=db) | asked)
    assert told in str(error.value)
