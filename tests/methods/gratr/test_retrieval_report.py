"""What the report on retrieval prints and writes, and which matches it counts once."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.arena import Setup
from parlour.llm import BUILT_IN
from parlour.methods.gratr.retrieval_report import REPORT
from parlour.store import Store
from tests.arena.mysteries import laid
from tests.arena.werewolves import werewolves
from tests.store.archive.played import played


def table(seed: int = 1, kept: int = 3) -> Setup:
    """A short table at which so many seats keep a trust graph."""
    game = werewolves("vwswx", days=1)
    methods = dict.fromkeys(game.players[:kept], "gratr")
    return laid(game, model=BUILT_IN, method="random", methods=methods, seed=seed, context=1_000_000)


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        played(opened, table())
        yield opened


def test_programs_read_the_same_rows_and_a_file_keeps_them(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    [file] = REPORT.tell(store, tmp_path / "new", as_json=True)
    told = json.loads(capsys.readouterr().out)
    with file.open(encoding="utf-8") as opened:
        kept = list(csv.DictReader(opened))
    assert [row["reading"] for row in told] == [row["reading"] for row in kept]
    assert [row["changes"] for row in told] == [int(row["changes"]) for row in kept]
    assert told[1]["towards"] is None
    assert told[0]["towards_error"] is None, "one deal has no deviation"


def test_where_nobody_kept_a_graph_that_is_said_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with Store.open(":memory:") as store:
        played(store, table(kept=0))
        store.create(table())
        assert REPORT.tell(store, tmp_path, as_json=False) == []
        assert "has a seat with a trust graph: play some" in capsys.readouterr().out
        assert REPORT.tell(store, tmp_path, as_json=True) == []
        assert json.loads(capsys.readouterr().out) == []
    assert [*tmp_path.iterdir()] == []
