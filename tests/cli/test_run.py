"""An experiment on the command line: from the plan to the table, stopped and gone on with."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest

from parlour.arena import Status
from parlour.experiments import RUN, Played
from parlour.games.mystery import MysterySetup
from parlour.store import Store
from tests.arena.playing import purposes
from tests.arena.replies import failing_after, varied
from tests.cases import cases
from tests.cli.runs import Done, Held, Parlour, Returning, port, started
from tests.experiments.installed import install_suite
from tests.llm.loopback import Loopback

KEYS = [
    "suite",
    "condition",
    "script",
    "metric",
    "published",
    "ours",
    "low",
    "high",
    "points",
    "deviation",
    "published_deviation",
    "weighted_deviation",
    "n",
    "calls",
    "faults",
    "repairs",
    "note",
]
GAMES, MATCHES = "2", 10
"""Of the small suite on one script: two conditions that play, and one whose three evaluations are matches."""
SMALL = "tests.experiments.small:SUITE"


@pytest.fixture
def asked(script: str) -> list[str]:
    """The small suite on a small script."""
    return ["small", "--scripts", script, "--games", GAMES, "--embedding", "bm25"]


@pytest.fixture
def run(parlour: Parlour, asked: list[str], db: str, monkeypatch: pytest.MonkeyPatch) -> Parlour:
    """Runs it in this process."""
    install_suite(monkeypatch, "small", SMALL)

    def small(server: Loopback, *words: str, db: str = db) -> Done:
        return parlour("run", *asked, "--model", server.model, "--db", db, *words)

    return small


def running(*words: str) -> subprocess.Popen[str]:
    code = f"from tests.experiments.installed import leave_suite; leave_suite('small', '{SMALL}')"
    return started("run", *words, first=code)


def cells(db: str) -> dict[str, Played]:
    with sqlite3.connect(db) as connection:
        [(name,)] = connection.execute("SELECT DISTINCT run FROM cell").fetchall()
    with Store.open(db) as store:
        held = store.cells(name)
    return {key: Played.model_validate_json(json) for key, json in held.items() if key != RUN}


def calls_kept(db: str) -> int:
    with Store.open(db) as store:
        records = [store.record(summary.match) for summary in store.matches()]
    return sum(sum(purposes(record.calls).values()) for record in records)


# What a program reads


def test_a_table_has_the_documented_keys_and_every_condition(run: Parlour, db: str):
    with Loopback(varied) as server:
        told = run(server, "--json")
    assert told.code == 0
    assert [list(line) for line in told.json] == [KEYS] * len(told.json)
    assert {line["suite"] for line in told.json} == {"small"}
    played = {"random", "PP", "PLAYER*"}
    assert played <= {line["condition"] for line in told.json}
    overall = {line["condition"]: line for line in told.json if line["metric"] == "overall"}
    assert all(0 <= overall[name]["ours"] <= 1 for name in played)
    assert len(cells(db)) == MATCHES


def test_a_run_that_is_done_is_told_again_without_a_call(run: Parlour):
    with Loopback(varied) as server:
        first = run(server, "--json")
        count = len(server.requests)
        again = run(server, "--json")
        assert len(server.requests) == count > 0
    assert again.json == first.json
    assert f"{MATCHES} matches, {MATCHES} of them done already" in again.err


def test_conditions_play_the_same_story_with_the_same_seeds(run: Parlour, db: str):
    with Loopback(varied) as server:
        assert run(server, "--seed", "7").code == 0
    seeds: dict[tuple[str, bool], set[int]] = {}
    with Store.open(db) as store:
        for played in cells(db).values():
            setup = store.setup(played.match)
            is_played = MysterySetup.of(setup.game).rounds > 0
            seeds.setdefault((played.condition, is_played), set()).add(setup.seed)
    assert seeds == {("random", True): {7, 10}, ("PLAYER*", True): {7, 10}, ("PP", False): set(range(7, 13))}


def test_what_was_foreseen_comes_near_what_it_took(run: Parlour):
    with Loopback(varied) as server:
        told = run(server)
        taken = len(server.requests)
    [foreseen] = re.findall(r"about (\d+) calls", told.err)
    assert taken / 1.3 < int(foreseen) < taken * 1.3


# What a run adds


def test_an_added_method_is_played_and_its_report_needs_nothing_but_the_run(
    run: Parlour, parlour: Parlour, db: str
):
    added = ("--add", "mine=o-cot:ask=all", "--json")
    with Loopback(varied) as server:
        part = run(server, *added, "--conditions", "PP")
        told = run(server, *added)
        count = len(server.requests)
        assert run(server, *added).json == told.json
        assert len(server.requests) == count
    assert (part.code, told.code) == (0, 0)
    mine = {line["metric"]: line for line in told.json if line["condition"] == "mine"}
    assert mine["overall"]["n"] > 0
    assert mine["win_rate"]["published"] is None
    assert "added: o-cot:ask=all in the place of player-star" in mine["win_rate"]["note"]
    assert parlour("report", "small", "--db", db, "--json").json == told.json
    assert {played.condition for played in cells(db).values()} == {"random", "PP", "PLAYER*", "mine"}


def test_arms_and_sides_think_with_models_of_their_own(run: Parlour, db: str):
    with Loopback(varied) as server, Loopback(varied) as other, Loopback(varied) as third:
        models = (f"PLAYER*={other.model}", f"murderer={third.model}")
        told = run(server, *(word for model in models for word in ("--model", model)), "--json")
    assert told.code == 0
    with Store.open(db) as store:
        by_arm = {
            played.condition: {seat.player: seat.model for seat in store.setup(played.match).seats}
            for played in cells(db).values()
        }
    assert by_arm["PLAYER*"] == {"Anna": other.model, "Ben": third.model, "Carl": other.model}
    assert set(by_arm["PP"].values()) == {server.model, third.model}
    assert set(by_arm["random"].values()) == {""}


def test_an_experiment_of_one_s_own_is_run_and_reported_without_its_file(
    parlour: Parlour, db: str, tmp_path: Path
):
    words = ("--games", "1", "--model", "reader", "--jobs", "1", "--db", db, "--json")
    file = tmp_path / "two-minds.yaml"
    file.write_text((Path(__file__).parents[2] / "examples" / "two-minds.yaml").read_text("utf-8"), "utf-8")
    told = parlour("run", str(file), *words, "--add", "mine=random", "--metric", "action.leader")
    assert told.code == 0
    words = ("--db", db, "--json", "--metric", "action.leader")
    assert parlour("report", str(file), *words).json == told.json
    file.unlink()
    rows = {(row["condition"], row["metric"]): row for row in told.json}
    assert {name for name, _ in rows} == {"plain", "GRATR", "mine"}
    assert rows["plain", "win_rate"]["published"] == 0.42
    assert rows["plain", "win_rate"]["n"] == 2
    assert "theirs GPT-4o" in rows["plain", "win_rate"]["note"]
    assert rows["mine", "action.leader"]["n"] > 0
    again = parlour("report", "two-minds", *words, "--out", str(tmp_path))
    assert again.json == told.json
    assert (tmp_path / "two-minds.svg").exists()


# Stopping and going on


def test_a_killed_run_goes_on_with_the_same_command_to_the_same_table(
    run: Parlour, asked: list[str], db: str, tmp_path: Path
):
    held = Held(40)
    with Loopback(held) as server:
        killed = running(*asked, "--model", server.model, "--concurrency", "1", "--db", db)
        held.wait_for(killed)
        killed.kill()
        killed.communicate()
        held.let_go.set()
        finished = {key: played.match for key, played in cells(db).items() if played.score}
        assert 0 < len(finished) < MATCHES
        kept, before = calls_kept(db), len(server.requests)
        told = run(server, "--concurrency", "1", "--json")
        resumed = len(server.requests) - before
    assert told.code == 0
    assert f"{len(finished)} of them done already" in told.err
    with Loopback(varied) as server:
        server.requests.clear()
        whole = run(server, "--json", db=str(tmp_path / "other.db"))
        assert resumed == len(server.requests) - kept
    assert told.json == whole.json
    held = cells(db)
    assert len(held) == MATCHES
    assert all(held[key].match == match for key, match in finished.items())
    with Store.open(db) as store:
        assert {summary.status for summary in store.matches()} == {Status.FINISHED}
        assert len(store.matches()) == MATCHES


def test_ctrl_c_puts_every_match_down_and_says_how_to_go_on(run: Parlour, asked: list[str], db: str):
    """In two processes; one is stopped by `tests/library/test_run.py`."""
    held = Held(30)
    with Loopback(held) as server:
        stopped = running(*asked, "--model", server.model, "--jobs", "2", "--db", db)
        held.wait_for(stopped)
        stopped.send_signal(signal.SIGINT)
        _, err = stopped.communicate()
        held.let_go.set()
        assert stopped.returncode == 1
        assert "the same command goes on from here" in err
        assert "Traceback" not in err
        with Store.open(db) as store:
            assert Status.RUNNING not in {summary.status for summary in store.matches()}
        assert run(server, "--json").code == 0


def test_processes_give_the_same_cells_as_one(run: Parlour, db: str, tmp_path: Path):
    """Those of an added method too, whose processes find what was installed and what was asked."""
    other, words = str(tmp_path / "other.db"), ("--add", "mine=o-cot:ask=all", "--json", "--jobs")
    with Loopback(varied) as server:
        alone = run(server, *words, "1")
        part = run(server, *words, "1", "--conditions", "PP", db=other)
        together = run(server, *words, "2", db=other)
    assert part.code == 0
    assert together.code == 0
    assert together.json == alone.json
    counted = [
        {
            key: (played.score.answers, played.score.votes)
            for key, played in cells(each).items()
            if played.score
        }
        for each in (db, other)
    ]
    assert counted[0] == counted[1]
    assert len(counted[1]) > MATCHES


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_server_that_refuses_stops_the_run_and_it_goes_on_later(run: Parlour, db: str, jobs: str):
    with Loopback(failing_after(30, varied)) as server:
        told = run(server, "--jobs", jobs)
    assert told.code == 1
    assert told.out == ""
    assert "refuses the key" in told.err
    assert "the same command goes on from here" in told.err
    kept = calls_kept(db)
    assert kept == 30
    with Returning(varied, port(server)) as back:
        assert run(back, "--jobs", "1").code == 0
        assert calls_kept(db) == kept + len(back.requests)


def test_a_match_that_cannot_be_repeated_is_played_anew_and_said_so(run: Parlour, db: str):
    with Loopback(failing_after(30, varied)) as server:
        run(server)
    with sqlite3.connect(db) as connection:
        changed = "UPDATE entry SET json = replace(json, 'Anna', 'Anne') WHERE n = 1"
        connection.execute(changed + " AND match IN (SELECT id FROM match WHERE status = 'stopped')")
    begun = {key: played.match for key, played in cells(db).items() if not played.score}
    with Returning(varied, port(server)) as back:
        told = run(back)
    assert told.code == 0
    anew = {key: cells(db)[key].match for key in begun}
    assert [key for key in begun if begun[key] != anew[key]]
    assert "cannot be gone on with and is played anew" in told.err


# Asking


def test_free_prose_is_refused_by_the_reader_before_anything_is_on_record(
    parlour: Parlour, script: str, db: str
):
    told = parlour("run", "ladder", "--model", "reader", "--scripts", script, "--db", db)
    assert told.code == 2
    assert "free prose: name a real model with --model" in told.err
    assert parlour("matches", "--json").json == []


@cases(
    ("words", "said"),
    [
        (["laddr"], "ladder"),
        (["ladder", "--scripts", "wellplay"], "parlour scripts import wellplay FOLDER"),
        (["ladder", "--difficulty", "cruel"], "easy, normal, hard, not 'cruel'"),
        (["ladder", "--scripts", "twins:4"], "witness twins are of difficulty normal, hard or 3, not 4"),
        (["gratr-table1", "--difficulty", "hard"], "no difficulty can be chosen of werewolf"),
        (["ladder", "--team", "civilian=random"], "murderer=METHOD"),
        (["ladder", "--model", "gtp-5"], "gtp-5"),
        (["ladder", "--conditions", "PP,Poirot"], "no condition 'Poirot': random; PP"),
        (["nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["ladder", "--metric", "win_rat"], "no metric 'win_rat'; the nearest are win_rate"),
        (["ladder", "--add", "mine"], "--add mine: write it as NAME=METHOD[:OPTIONS][@MODEL]"),
        (["ladder", "--add", "PP=plain"], "ladder has 'PP' already"),
        (["ladder", "--model", "PLAYR=openai:x"], "no arm and no side 'PLAYR'; near are PLAYER*"),
    ],
)
def test_whoever_asks_wrongly_is_told_what_is_wrong(parlour: Parlour, db: str, words: list[str], said: str):
    told = parlour("run", *words, "--db", db)
    assert told.code == 2
    assert said in told.err
    assert "Traceback" not in told.err
    assert parlour("matches", "--json").json == []


def test_the_suites_are_listed_for_people_and_programs(parlour: Parlour):
    told = parlour("suites", "--json").json
    ladder = next(line for line in told if line["name"] == "ladder")
    assert ladder["conditions"][-2:] == ["PLAYER* (2024)", "OP"]
    assert (ladder["stories"], ladder["games"]) == ("generated", 200)
    assert "ladder" in parlour("suites").out
