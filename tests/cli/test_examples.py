"""Examples and data that are copied, listed and checked; studies that are planned and compared."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.arena import HUMAN
from parlour.core import PASS, Action, event_kinds, request_kinds
from parlour.evaluation import SHEET
from parlour.store import Store
from parlour.web.hosting.live_match import Settings
from tests.cli.runs import Parlour
from tests.store.archive.played import games, laid, played

ROOT = Path(__file__).parents[2]


def test_every_example_is_listed_with_what_it_says_of_itself(parlour: Parlour):
    told = {each["name"]: each["says"] for each in json.loads(parlour("examples", "--json").out)}
    assert set(told) == {path.name for path in (ROOT / "examples").iterdir()}
    assert all(told.values())
    shown = parlour("examples").out
    assert all(name in shown for name in told)


def test_a_package_is_copied_without_what_only_the_checkout_has(parlour: Parlour, tmp_path: Path):
    done = parlour("examples", "bandwagon", "--to", str(tmp_path))
    assert (done.code, done.out.strip()) == (0, str(tmp_path / "bandwagon"))
    source = ROOT / "examples" / "bandwagon"
    copied = {path.relative_to(tmp_path / "bandwagon") for path in tmp_path.rglob("*") if path.is_file()}
    assert {Path("pyproject.toml"), Path("LICENSE"), Path("src/parlour_bandwagon/__init__.py")} <= copied
    assert Path("ruff.toml") not in copied
    assert all(
        (source / path).read_bytes() == (tmp_path / "bandwagon" / path).read_bytes() for path in copied
    )


def test_nothing_is_overwritten_and_an_unknown_name_is_asked_wrongly(parlour: Parlour, tmp_path: Path):
    assert parlour("examples", "remote_agent.py", "--to", str(tmp_path)).code == 0
    again = parlour("examples", "remote_agent.py", "--to", str(tmp_path))
    assert again.code == 2
    assert "is there already" in again.err
    unknown = parlour("examples", "chess", "--to", str(tmp_path))
    assert unknown.code == 2
    assert "avalon, bandwagon" in unknown.err


SOURCE = Path(parlour.__file__).parent / "cli" / "new" / "game" / "src"
PLAYERS = ("Ann", "Bo", "Cy")


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A match of one round that was dealt."""
    monkeypatch.setattr("sys.path", [str(SOURCE), *sys.path])
    rules, setup = import_module("newgame.rules"), import_module("newgame.setup")
    yield rules.start(PLAYERS, 1, setup.NewgameSetup(players=PLAYERS, rounds=1)).apply({})[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == "newgame"]:
        del sys.modules[name]


def test_what_is_said_is_heard_and_what_is_not_is_a_pass(state: Any):
    [asked] = state.requests()
    _, told = state.apply({asked.id: Action(speech="It was Bo.")})
    assert [(each.kind, each.actor, each.text) for each in told] == [(event_kinds.SPOKE, "Ann", "It was Bo.")]
    _, told = state.apply({asked.id: PASS})
    assert [(each.kind, each.actor) for each in told] == [(event_kinds.PASSED, "Ann")]


def test_once_everybody_had_a_word_all_vote_and_it_is_over(state: Any):
    for _ in PLAYERS:
        state, _ = state.apply({each.id: PASS for each in state.requests()})
    assert [each.kind for each in state.requests()] == [request_kinds.VOTE] * len(PLAYERS)
    state, told = state.apply({each.id: PASS for each in state.requests()})
    assert [each.kind for each in told][-3:] == [
        event_kinds.ELIMINATED,
        event_kinds.WON,
        event_kinds.REVEALED,
    ]
    assert state.outcome.cases[0].winner == "traitor"


@pytest.fixture
def match(db: str) -> str:
    with Store.open(db) as store:
        return played(store, laid(games()["onenight"], method="random"))


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_match_goes_out_away_and_back(form: str, match: str, db: str, tmp_path: Path, parlour: Parlour):
    out = str(tmp_path / "out")
    told = parlour("export", match[:-1], "--format", form, "--out", out, "--db", db)
    assert (told.code, told.out.count("\n")) == (0, 1)
    assert "private" in told.err
    assert parlour("delete", match, "--yes", "--db", db).out == "deleted\n"
    assert parlour("replay", match).code == 2
    assert parlour("import", out, "--json", "--db", db).json["taken"] == [match]
    assert parlour("replay", match, "--quiet").code == 0


def test_nothing_is_deleted_where_nobody_can_be_asked(match: str, db: str, parlour: Parlour):
    told = parlour("delete", match, "--db", db)
    assert (told.code, told.err.splitlines()[-1]) == (
        2,
        "error: nobody can be asked here: say --yes to delete",
    )
    assert parlour("replay", match, "--quiet").code == 0


def test_what_is_not_there_is_said_in_a_sentence(match: str, db: str, tmp_path: Path, parlour: Parlour):
    told = parlour("export", "nothing", "--out", str(tmp_path / "out"), "--db", db)
    assert told.code == 2
    assert told.err.startswith("error: no match 'nothing' in ")
    assert "no run 'nothing'" in told.err
    assert not (tmp_path / "out").exists()


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
