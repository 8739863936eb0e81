"""`parlour report --matches retrieval`."""

from __future__ import annotations

import csv
from pathlib import Path

from parlour.methods.gratr.retrieval_report import RetrievalRow, retrieval_rows
from parlour.store import Store
from tests.cli.runs import Parlour

READINGS = [
    "as printed",
    "without retrieval",
    "released starts and weight",
    "as released",
    "printed weights, our prior",
    "clipped weights, our prior",
    "plain sum",
]


def test_it_has_a_row_for_each_reading_and_writes_them(parlour: Parlour, tmp_path: Path):
    db = str(tmp_path / "parlour.db")
    assert parlour("play", "werewolf", "--method", "gratr", "--seed", "1", "--json", "--db", db).code == 0
    told = parlour("report", "--matches", "retrieval", "--db", db)
    assert told.code == 0
    assert "over 1 matches of 1 deals" in told.out
    rows = parlour("report", "--matches", "retrieval", "--json", "--out", str(tmp_path), "--db", db).json
    assert [row["reading"] for row in rows] == READINGS
    assert {row["matches"] for row in rows} == {1}
    assert rows[1]["towards"] is None
    assert 0 <= rows[0]["towards"] <= 1
    with (tmp_path / "gratr-retrieval.csv").open(encoding="utf-8") as file:
        assert [row["reading"] for row in csv.DictReader(file)] == READINGS


def test_matches_of_one_deal_are_one_unit_and_the_same_match_counts_once(parlour: Parlour, tmp_path: Path):
    db = str(tmp_path / "parlour.db")
    play = ("play", "werewolf", "--seed", "1", "--json", "--db", db)
    assert parlour(*play, "--method", "gratr").code == 0
    [once, *_] = _rows(db)
    assert parlour(*play, "--method", "gratr").code == 0
    [twice, *_] = _rows(db)
    assert twice == once
    assert parlour(*play, "--method", "plain", "--team", "good=gratr").code == 0
    [beside, *_] = _rows(db)
    assert (beside.matches, beside.deals) == (2, 1)
    assert beside.towards_error is None, "one deal has no deviation, however often it is played"


def _rows(db: str) -> list[RetrievalRow]:
    with Store.open(db) as store:
        return list(retrieval_rows(store))
