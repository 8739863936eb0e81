"""A match on the command line, from the deal to the verdict and after."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from parlour.agents import METHODS
from parlour.arena import Status
from parlour.store import Store
from tests.arena.mysteries import canary, mystery
from tests.arena.playing import purposes
from tests.arena.replies import failing_after, plain, texts, varied
from tests.cli.runs import Held, Parlour, Returning, port, started
from tests.llm.loopback import Loopback

PLAY_KEYS = {
    "match",
    "game",
    "script",
    "seed",
    "model",
    "methods",
    "outcome",
    "votes",
    "scores",
    "usage",
    "faults",
}
USAGE_KEYS = {
    *("calls", "input_tokens", "cached_tokens", "output_tokens", "thought_tokens", "is_estimated"),
    *("dollars", "seconds"),
}


# What a program reads


def test_a_match_is_one_json_object_of_the_documented_keys(parlour: Parlour, script: str):
    told = parlour("play", "--method", "random", "--script", script, "--seed", "7", "--json")
    assert told.code == 0
    assert told.err == ""
    assert set(told.json) == PLAY_KEYS
    assert set(told.json["usage"]) == USAGE_KEYS
    assert {"winner", "eliminated", "truth"} <= set(told.json["outcome"])
    assert told.json["outcome"]["truth"] == {"Vera": ["Ben"]}
    assert told.json["outcome"]["winner"] in ("civilian", "murderer")
    assert (told.json["game"], told.json["script"], told.json["seed"]) == ("mystery", "the-mill", 7)
    assert told.json["methods"] == {"Anna": "random", "Ben": "random", "Carl": "random"}
    assert [set(vote) for vote in told.json["votes"]] == [{"voter", "victim", "choice"}] * 3
    assert told.json["faults"] == 0
    assert (told.json["model"], told.json["usage"]["calls"]) == ("", 0)


def test_matches_lists_what_was_played_newest_first(parlour: Parlour, script: str):
    assert parlour("matches", "--json").json == []
    played = [
        parlour("play", "--method", "random", "--script", script, "--json").json["match"] for _ in range(2)
    ]
    told = parlour("matches", "--json")
    assert told.code == 0
    assert [line["match"] for line in told.json] == played[::-1]
    assert all(set(line) == {"match", "game", "script", "status", "started"} for line in told.json)
    assert {line["status"] for line in told.json} == {"finished"}


def test_a_record_that_differs_ends_with_1(parlour: Parlour, script: str, db: str):
    match = parlour("play", "--method", "random", "--script", script, "--json").json["match"]
    with Store.open(db) as store:
        _tamper(store, match)
    told = parlour("replay", match, "--json")
    assert told.code == 1
    assert told.json["identical"] is False
    assert f"{match} differs: entry " in told.err


def _tamper(store: Store, match: str) -> None:
    with sqlite3.connect(store.location) as connection:
        connection.execute(
            "UPDATE entry SET json = replace(json, 'I am Ben', 'I am Zoe') WHERE match = ?", (match,)
        )
    connection.close()


WITH_MODEL = (
    "gratr",
    "humanized",
    "native-rag",
    "o-cot",
    "plain",
    "player-star",
    "rerank-rag",
    "think-thrice",
    "werewolf",
)


def test_methods_are_listed_for_people_and_programs(parlour: Parlour):
    told = parlour("methods", "--json")
    assert [set(line) for line in told.json] == [{"name", "summary", "wants_model"}] * len(told.json)
    methods = {line["name"]: line["wants_model"] for line in told.json}
    shipped = {name: wants for name, wants in methods.items() if METHODS.owner(name) == "parlour"}
    assert shipped == {**dict.fromkeys(WITH_MODEL, True), "random": False}
    shown = parlour("methods").out
    for name in methods:
        assert name in shown


# What a person reads


def test_a_match_is_shown_as_it_happens_with_its_verdict_and_cost(parlour: Parlour, script: str):
    with Loopback(plain) as server:
        told = parlour("play", "--model", server.model, "--script", script, "--rounds", "1")
    assert told.code == 0
    for words in (
        "The Mill",
        "Introductions",
        "Round 1 of 1",
        "The vote",
        "Vera was killed by Ben",
        "faults: 0",
    ):
        assert words in told.out
    assert "parlour replay" in told.out
    assert told.out.index("I was in the kitchen") < told.out.index("Round 1 of 1")


def test_tokens_that_the_server_does_not_count_are_marked_as_estimates(parlour: Parlour):
    table = ("onenight", "--players", "3", "--rounds", "1", "--method", "plain")
    with Loopback(lambda body: replace(varied(body), usage=None)) as server:
        told = parlour("play", *table, "--model", server.model)
    assert re.search(r"calls, ~\d+ tokens in .* ~\d+ out", told.out)


@pytest.mark.parametrize("victim", ["Vera [bold]", "Vera [/]", "[red]Vera"])
def test_square_brackets_in_a_name_are_only_brackets(parlour: Parlour, tmp_path: Path, victim: str):
    told = mystery(players=3).script.model_dump(mode="json", exclude_defaults=True)
    told["victims"][0]["name"] = victim
    told["characters"][0]["name"] = "Anna [/]"
    told["questions"] = []
    path = tmp_path / "brackets.yaml"
    path.write_text(yaml.safe_dump(told), encoding="utf-8")
    played = parlour("play", "--method", "random", "--script", str(path), "--rounds", "1")
    assert (played.code, played.err) == (0, "")
    assert f"{victim} was killed by Ben" in played.out
    assert "Anna [/]" in played.out


# Who sits where


def test_seats_and_teams_are_filled_as_they_are_told(parlour: Parlour, script: str):
    with Loopback(plain) as server:
        words = ["--team", f"civilian=player-star:ask=suspects@{server.model}", "--seat", "car=random"]
        told = parlour("play", "--method", "random", "--script", script, "--rounds", "1", *words, "--json")
    star = f"player-star:ask=suspects@{server.model}"
    assert told.json["methods"] == {"Anna": star, "Ben": "random", "Carl": "random"}


def test_a_person_sees_its_own_papers_and_nobody_elses(parlour: Parlour, script: str):
    words = ["--method", "random", "--human", "Anna", "--rounds", "2", "--seed", "3"]
    told = parlour("play", "--script", script, *words, typed="I am Anna, the baker.\n" + "\n" * 30)
    assert told.code == 0
    assert "I am Anna, the baker." in told.out
    for paper in ("first act", "second act", "secret", "objective"):
        assert canary("Anna", paper) in told.out
        assert canary("Ben", paper) not in told.out
        assert canary("Carl", paper) not in told.out
    assert "Carl votes" not in told.out
    assert "You play Ben" not in told.out


def test_a_person_who_leaves_can_come_back(parlour: Parlour, script: str):
    words = ["--method", "random", "--human", "Anna", "--rounds", "1", "--seed", "3"]
    left = parlour("play", "--script", script, *words, typed="I am Anna, the baker.\n")
    assert left.code == 1
    assert "the input ended" in left.err
    match = parlour("matches", "--json").json[0]["match"]
    assert f"parlour play --resume {match}" in left.err
    back = parlour("play", "--resume", match, typed="\n" * 30)
    assert back.code == 0
    assert "I am Anna, the baker." in back.out
    assert "Introduce yourself" not in back.out
    assert parlour("replay", match, "--json").json["identical"] is True


# Stopping and going on


def test_a_match_whose_server_refuses_says_so_and_goes_on_later(parlour: Parlour, script: str):
    with Loopback(failing_after(12, varied)) as server:
        told = parlour("play", "--model", server.model, "--script", script, "--json")
    assert told.code == 1
    assert told.out == ""
    assert "refuses the key: check that it is right" in told.err
    [line] = parlour("matches", "--json").json
    assert line["status"] == "stopped"
    assert f"parlour play --resume {line['match']}" in told.err

    gone = parlour("play", "--resume", line["match"])
    assert gone.code == 1
    assert server.url in gone.err
    assert "no server answers there" in gone.err
    assert "start it" in gone.err

    with Returning(varied, port(server)) as back:
        assert parlour("play", "--resume", line["match"], "--json").code == 0
        assert not [body for body in back.requests if body in server.requests[:12]]
    assert parlour("replay", line["match"], "--json").json["identical"] is True


def test_a_killed_match_goes_on_to_its_verdict_without_a_repeated_call(
    parlour: Parlour, script: str, db: str
):
    held = Held(25)
    with Loopback(held) as server:
        words = ("play", "--model", server.model, "--script", script, "--seed", "1", "--concurrency", "1")
        playing = started(*words, "--db", db)
        held.wait_for(playing)
        playing.kill()
        playing.communicate()
        held.let_go.set()
        with Store.open(db) as store:
            [summary] = store.matches()
            killed = store.record(summary.match)
        assert summary.status is Status.RUNNING
        assert 10 < len(killed.calls) < 40
        before = len(server.requests)
        ended = parlour("play", "--resume", summary.match, "--json")
        assert ended.code == 0
        resumed = server.requests[before:]
    with Store.open(db) as store:
        whole = store.record(summary.match)
    assert len(resumed) == sum(purposes(whole.calls).values()) - sum(purposes(killed.calls).values())
    answered = Counter(_asked(call.system, call.user) for call in killed.calls)
    assert not [body for body in resumed if texts(body) in answered]
    assert whole.status is Status.FINISHED
    assert whole.entries[: len(killed.entries)] == killed.entries
    assert parlour("replay", summary.match, "--json").json["identical"] is True
    assert parlour("audit", summary.match, "--json").json["leaks"] == []


def _asked(*messages: tuple[object, ...]) -> str:
    return "\n".join("\n\n".join(str(getattr(part, "text", "")) for part in parts) for parts in messages)


def test_who_takes_a_seat_that_is_not_dealt_is_told_the_cast_and_the_seed_that_deals_it(parlour: Parlour):
    done = parlour("play", "--human", "Zoe", "--method", "random", "--rounds", "0")
    found = re.search(r"'Zoe' is no seat of .*: (\w+), .*\nseed (\d+) deals this table", done.err)
    assert found, done.err
    again = parlour("play", "--human", "Zoe", "--method", "random", "--rounds", "0", "--seed", found[2])
    assert (again.code, again.err) == (2, done.err)
    unnamed = parlour("play", "--human", "--method", "random", "--rounds", "0", "--seed", found[2])
    assert unnamed.err == done.err.replace("'Zoe'", "'?'")
