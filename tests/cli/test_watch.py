"""Suites that watch recorded games, as they are run by typing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from parlour.lab.transcripts import GameTranscript, format_transcript
from tests.cases import cases
from tests.cli.runs import Parlour
from tests.lab.watching.recorded import SEATS, night, seated, voted

QUICK = ("--model", "reader", "--conditions", "plain", "--embedding", "bm25", "--jobs", "1", "--yes")


def written(path: Path, *games: GameTranscript) -> str:
    path.write_text("".join(f"{format_transcript(each)}\n" for each in games), encoding="utf-8")
    return str(path)


@pytest.fixture
def nights(tmp_path: Path) -> str:
    silent = night("night-silent", events=[voted("Player 1", "Player 2")])
    games = [night(f"night-{n}", wolf=SEATS[1 + n % 3]) for n in range(6)]
    return written(tmp_path / "games.jsonl", silent, *games)


def test_recorded_games_are_watched_beside_every_baseline(parlour: Parlour, db: str, nights: str):
    done = parlour("run", "watch-onenight", "--transcripts", nights, *QUICK, "--db", db, "--json")
    assert done.code == 0, done.err
    assert "night-silent is left out: nothing that was said aloud is on record" in done.err
    rows = {(row["condition"], row["metric"]): row for row in done.json}
    assert rows["plain", "watch.aside"]["ours"] == 1.0
    assert rows["lot (baseline)", "watch.hit.at100"]["ours"] == 0.25
    assert rows["the table's votes (baseline)", "watch.hit.at100"]["ours"] == 1.0
    assert rows["regression (baseline)", "watch.brier"]["low"] is not None
    assert ("regression (baseline)", "watch.aside") not in rows


def test_the_report_draws_calibration_and_has_it_as_a_table(
    parlour: Parlour, db: str, nights: str, tmp_path: Path
):
    assert parlour("run", "watch-onenight", "--transcripts", nights, *QUICK, "--db", db).code == 0
    done = parlour("report", "watch-onenight", "--db", db, "--out", str(tmp_path))
    assert done.code == 0, done.err
    stem = tmp_path / "watch-onenight-calibration"
    told = json.loads(stem.with_suffix(".json").read_text())
    lot = next(row for row in told if row["condition"] == "lot (baseline)" and row["round"] == 0)
    assert (lot["held"], lot["true"], lot["n"], lot["error"]) == (0.25, 0.25, 120, 0.0)
    assert lot["true_low"] <= 0.25 <= lot["true_high"]
    assert stem.with_suffix(".png").stat().st_size > 10_000
    svg = stem.with_suffix(".svg").read_text()
    for words in ("lot (baseline)", "ECE .000", "plain", "held", "true", "120"):
        assert words in svg
    page = (tmp_path / "watch-onenight.html").read_text()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert page.count("<figure ") == 1
    for text in (page, (tmp_path / "watch-onenight.md").read_text()):
        assert "how often that is true which is held about as likely" in text
        assert "expected calibration error 0.000" in text


def test_the_runs_own_store_is_taken_where_no_file_is_named(parlour: Parlour, db: str, nights: str):
    assert parlour("transcripts", "import", "jsonl", nights, "--db", db).code == 0
    for place in (db, f"sqlite:///{db}"):
        done = parlour("run", "watch-onenight-chairs", *QUICK, "--games", "2", "--db", place, "--json")
        assert done.code == 0, done.err
        found = {row["metric"]: row["ours"] for row in done.json if row["condition"] == "plain"}
        assert found["watch.their_pick"] == 1.0


def test_baselines_are_told_alone_and_beside_a_condition(parlour: Parlour, db: str, nights: str):
    words = ("run", "watch-onenight", "--transcripts", nights, "--model", "reader", "--db", db, "--json")
    alone = parlour(*words, "--conditions", "baselines")
    assert alone.code == 0, alone.err
    rules = {(row["condition"], row["metric"]): row["ours"] for row in alone.json}
    assert rules["lot (baseline)", "watch.hit.at100"] == 0.25
    assert all(name.endswith("(baseline)") for name, _ in rules)
    beside = parlour(*words, *QUICK[4:], "--conditions", "plain,baselines").json
    assert {"plain", "lot (baseline)"} <= {row["condition"] for row in beside}


@cases(
    ("asked", "why"),
    [
        (("watch-onenight", "--scripts", "chess"), "not as 'chess"),
        (("watch-onenight", "--transcripts", "nowhere.jsonl"), "there is nothing to import"),
        (("humanized-table7", "--transcripts", "GAMES"), "watches no recorded games"),
        (("watch-onenight", "--db", "postgresql://host/db"), "--transcripts FILE"),
    ],
)
def test_what_is_asked_wrongly_is_told(
    parlour: Parlour, db: str, nights: str, asked: tuple[str, ...], why: str
):
    words = [nights if word == "GAMES" else word for word in asked]
    has_db = "--db" in asked
    done = parlour("run", *words, *QUICK, *(() if has_db else ("--db", db)))
    assert done.code == 2
    assert why in " ".join(done.err.split())


def test_methods_are_asked_who_is_a_machine_beside_chance_and_a_classifier(
    parlour: Parlour, db: str, tmp_path: Path
):
    games = [seated("ppmp" if n % 2 else "pmpp", night(f"mixed-{n}")) for n in range(6)]
    path = written(tmp_path / "mixed.jsonl", night("alone"), *games)
    done = parlour("run", "watch-machines", "--transcripts", path, *QUICK, "--db", db, "--json")
    assert done.code == 0, done.err
    rows = {(row["condition"], row["metric"]): row for row in done.json}
    for condition in ("plain", "lot (baseline)"):
        row = rows[condition, "watch.auc.at100"]
        assert (row["ours"], row["low"] is None) == (0.5, False)
    assert rows["plain", "watch.aside"]["ours"] == 1
    assert rows["regression (baseline)", "watch.auc.at100"]["low"] is not None


def test_where_people_and_machines_never_sat_together_tables_are_put_together(
    parlour: Parlour, db: str, tmp_path: Path
):
    people = [seated("pppp", night(f"people-{n}")) for n in range(3)]
    path = written(tmp_path / "apart.jsonl", *people, *(seated("mmmm", night(f"m-{n}")) for n in range(3)))
    done = parlour("run", "watch-machines", "--transcripts", path, *QUICK, "--db", db)
    assert done.code == 2
    assert "0 games of people and machines together" in " ".join(done.err.split())
    done = parlour("run", "watch-machines-shuffled", "--transcripts", path, *QUICK, "--db", db, "--json")
    assert done.code == 0, done.err
    rows = {(row["condition"], row["metric"]): row for row in done.json}
    assert rows["plain", "watch.auc.at100"]["n"] == 27
