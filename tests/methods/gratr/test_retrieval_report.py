"""What the report on retrieval prints and writes, and which matches it counts once."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.arena import Setup
from parlour.experiments.report import REPORTS
from parlour.llm import BUILT_IN
from parlour.methods.gratr.retrieval_report import READINGS, retrieval_rows
from parlour.store import Store
from tests.arena.mysteries import laid
from tests.arena.werewolves import werewolves
from tests.store.archive.played import played

REPORT = REPORTS.find("retrieval")


def table(seed: int = 1, kept: int = 3) -> Setup:
    """A short table at which so many seats keep a trust graph."""
    game = werewolves("vwswx", days=1)
    methods = dict.fromkeys(game.players[:kept], "gratr")
    return laid(game, model=BUILT_IN, method="random", methods=methods, seed=seed, context=1_000_000)


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(":memory:") as opened:
        played(opened, table())
        yield opened


def test_it_has_a_row_for_each_reading_which_programs_read_and_a_file_keeps(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert REPORT.tell(store, None, as_json=False) == []
    assert "over 1 matches of 1 deals" in capsys.readouterr().out
    [file] = REPORT.tell(store, tmp_path / "new", as_json=True)
    rows = json.loads(capsys.readouterr().out)
    with file.open(encoding="utf-8") as opened:
        kept = list(csv.DictReader(opened))
    names = [reading.name for reading in READINGS]
    assert [row["reading"] for row in rows] == [row["reading"] for row in kept] == names
    assert [row["changes"] for row in rows] == [int(row["changes"]) for row in kept]
    assert {row["matches"] for row in rows} == {1}
    assert 0 <= rows[0]["towards"] <= 1
    assert rows[1]["towards"] is None


def test_matches_of_one_deal_are_one_unit_and_the_same_match_counts_once(store: Store):
    [once, *_] = retrieval_rows(store)
    played(store, table())
    [twice, *_] = retrieval_rows(store)
    assert twice == once
    played(store, table(kept=2))
    [beside, *_] = retrieval_rows(store)
    assert (beside.matches, beside.deals) == (2, 1)
    assert beside.towards_error is None, "one deal has no deviation, however often it is played"


def test_where_no_seat_kept_a_graph_the_report_says_so_and_writes_nothing(
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
