"""A league on the command line: played, gone on with, grown, and told what is wrong with its file."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from parlour.experiments import Resources, execute, look_ahead, plan_run
from parlour.experiments.league import ask_league
from parlour.library.running import QuietWatcher
from parlour.store import Store
from tests.cases import cases
from tests.cli.runs import Parlour

SMALL = """\
name: small
title: Who <b>wins</b> & why
entrants:
  lot: random
  "<i>reader</i> 读者 $5$": plain@reader
games:
  - game: onenight
    deals: 2
    table: {players: 4, rounds: 1}
embedding: bm25
"""
EVERYWHERE = """\
name: everywhere
entrants: {lot: random, other: random}
games:
  - {game: werewolf, deals: 5, table: {players: 5}}
  - {game: mystery, deals: 1, stories: generated, table: {rounds: 1}}
languages: [en, zh]
embedding: bm25
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.yaml"
    path.write_text(SMALL, "utf-8")
    return path


def test_a_league_is_played_told_and_written(parlour: Parlour, file: Path, db: str, tmp_path: Path):
    out = tmp_path / "out"
    done = parlour("league", str(file), "--db", db, "--jobs", "1", "--out", str(out))
    assert done.code == 0
    assert "4 matches" in done.out
    assert "<i>reader</i> 读者 $5$" in done.out
    assert "too few" in done.out
    told = json.loads((out / "small.json").read_text("utf-8"))
    assert told["entrants"] == {"lot": "random", "<i>reader</i> 读者 $5$": "plain@reader"}
    with (out / "small-ratings.csv").open(encoding="utf-8", newline="") as sheet:
        rows = list(csv.DictReader(sheet))
    assert [float(row["rating"]) for row in rows] == [row["rating"] for row in told["ratings"]]
    assert sum(row["share"] for row in told["ratings"]) == pytest.approx(1)
    costs = {row["entrant"]: row for row in told["costs"]}
    assert costs["lot"]["calls"] == 0
    assert costs["<i>reader</i> 读者 $5$"]["calls"] > 0


def test_the_page_needs_nothing_else_and_tells_names_as_they_are(
    parlour: Parlour, file: Path, db: str, tmp_path: Path
):
    parlour("league", str(file), "--db", db, "--jobs", "1", "--out", str(tmp_path))
    page = (tmp_path / "small.html").read_text("utf-8")
    assert "<h1>Who &lt;b&gt;wins&lt;/b&gt; &amp; why</h1>" in page
    assert "<i>" not in page
    assert page.count("&lt;i&gt;reader&lt;/i&gt; 读者 $5$") >= 4
    assert "<b>" not in page
    assert "<script" not in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert page.count("<svg") == 1
    assert "Too few" in page


def test_the_same_command_goes_on_and_plays_nothing_twice(parlour: Parlour, file: Path, db: str):
    [run] = ask_league(file).runs
    with Store.open(db) as store:
        plan = plan_run(store, run)
    part, means = plan.cells[:1], Resources(store=db, jobs=1)
    begun = plan.__class__(run=run, suite=plan.suite, cells=part, held={}, later=plan.cells[1:])
    execute(begun, means, look_ahead(begun, means).slots, QuietWatcher())
    first = parlour("league", str(file), "--db", db, "--jobs", "1", "--json")
    assert "4 matches, 1 of them done already" in first.err
    again = parlour("league", str(file), "--db", db, "--jobs", "1", "--json")
    assert "4 matches, 4 of them done already" in again.err
    assert again.json == first.json
    with Store.open(db) as store:
        assert len(store.matches()) == 4


def test_entrants_and_deals_that_come_later_leave_what_was_played(parlour: Parlour, file: Path, db: str):
    words = ("league", str(file), "--db", db, "--jobs", "1", "--json")
    parlour(*words)
    [lot, reader] = ("  lot: random\n", '  "<i>reader</i> 读者 $5$": plain@reader\n')
    later = SMALL.replace(lot + reader, reader + "  late: random\n" + lot).replace("deals: 2", "deals: 3")
    file.write_text(later, "utf-8")
    grown = parlour(*words)
    assert "18 matches, 4 of them done already, 4 of them from before the file was changed" in grown.err
    assert grown.json["matches"] == 18
    file.write_text(SMALL.replace("rounds: 1", "rounds: 2"), "utf-8")
    assert "4 matches, 0 of them done already" in parlour(*words).err


def test_equal_entrants_are_not_told_apart_in_several_games_and_languages(
    parlour: Parlour, tmp_path: Path, db: str
):
    """The placebo: the same bot twice, by two names."""
    path = tmp_path / "everywhere.yaml"
    path.write_text(EVERYWHERE, "utf-8")
    told = parlour("league", str(path), "--db", db, "--jobs", "1", "--json").json
    assert told["games"] == {"werewolf": "werewolf", "mystery": "mystery"}
    assert all(row["low"] < 1500 < row["high"] for row in told["ratings"])
    tested = {(row["game"], row["kind"]): row for row in told["biases"]}
    assert {kind for game, kind in tested if game == "werewolf"} == {
        "seat",
        "name",
        "language, camps",
        "language, entrants",
    }
    assert all(row["corrected"] > 0.05 for (game, _), row in tested.items() if game == "werewolf")
    assert all(row["p"] is None and row["note"] for (game, _), row in tested.items() if game == "mystery")


@cases(
    ("old", "new", "told"),
    [
        ("lot: random", "lot: randon", "4: entrants.lot: no method 'randon'"),
        ("lot: random", "lot: random@reader", "4: entrants.lot: random plays without a model"),
        ("plain@reader", "plain@", "5: entrants.<i>reader</i> 读者 $5$: name a model"),
        ("game: onenight", "game: onenite", "7: games[0].game: there is no 'onenite'; the nearest are"),
        ("deals: 2", "deels: 2", "8: games[0].deels: there is no such field; the nearest are"),
        ("deals: 2", "deals: 2\n    stories: shipped", "games[0].stories: "),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_line_and_field(
    parlour: Parlour, file: Path, db: str, old: str, new: str, told: str
):
    file.write_text(SMALL.replace(old, new, 1), "utf-8")
    done = parlour("league", str(file), "--db", db)
    assert done.code == 2
    assert told in done.err
    assert str(file) in done.err
