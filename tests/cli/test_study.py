"""A study is planned, its tables open once, and its marks are compared."""

from __future__ import annotations

import json
from pathlib import Path

from parlour.arena import HUMAN
from parlour.evaluation import SHEET
from parlour.store import Store
from parlour.web.hosting.live_match import Settings
from tests.cli.runs import Parlour

PLANNED = ("study", "plan", "-m", "plain", "-m", "random", "--people", "2", "--scripts", "2", "--seed", "7")


def test_a_study_is_planned_opened_once_and_reported(parlour: Parlour, db: str, tmp_path: Path):
    file = str(tmp_path / "study.json")
    assert "4 matches" in parlour(*PLANNED, "--option", "players=4", "--out", file).out
    links = parlour("study", "open", file, "--db", db, "--model", "reader", "--json").json
    assert links == parlour("study", "open", file, "--db", db, "--json").json
    assert {link["person"] for link in links} == {1, 2}
    with Store.open(db) as store:
        assert len(store.matches()) == 4
        for link in links:
            tokens = {each.token: each for each in store.hosting.passes(link["match"])}
            seat = tokens[link["seat"].rpartition("/")[2]]
            setup = store.setup(link["match"])
            [person] = [each for each in setup.seats if each.method == HUMAN]
            assert (seat.kind, seat.player) == ("seat", person.player)
            assert Settings.model_validate_json(store.hosting.table(link["match"]) or "").is_study
            assert {each.method for each in setup.seats if each is not person} == {link["method"]}
            mark = 5 if link["method"] == "plain" else 2
            sheet = {"story_advancement": mark, "question_quality": mark, "response_quality": mark}
            sheet |= {"role_immersion": mark, "response_speed": mark}
            store.hosting.put_sheet(link["match"], person.player, SHEET, json.dumps(sheet))
    report = parlour("study", "report", file, "--db", db, "--json").json
    assert (report["matches"], report["over"], report["surveys"]) == (4, 0, 4)
    overall = report["measures"][-1]
    assert (overall["plain"], overall["random"]) == (5, 2)
    assert "4 are marked" in parlour("study", "report", file, "--db", db).out


def test_the_person_is_on_the_smallest_side_or_on_the_named_one(parlour: Parlour, db: str, tmp_path: Path):
    file = str(tmp_path / "study.json")
    wanted = (*PLANNED, "--out", file, "--game", "werewolf", "--side", "good")
    assert parlour(*wanted).code == 0
    assert parlour(*wanted[:-1], "evil").err.startswith("error: no seat is on the side 'evil'; there are: ")


def test_what_is_no_plan_is_refused(parlour: Parlour, tmp_path: Path):
    file = tmp_path / "study.json"
    assert "cannot be read" in parlour("study", "report", str(file)).err
    file.write_text('{"game": "mystery"}')
    told = parlour("study", "report", str(file))
    assert (told.code, "sessions: Field required" in told.err) == (2, True)
    told = parlour(*PLANNED, "--option", "players", "--out", str(file))
    assert "write KEY=VALUE" in told.err
