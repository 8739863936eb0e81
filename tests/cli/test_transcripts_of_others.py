"""Other collections and Parlour's own matches, as they are imported by typing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.arena import HUMAN
from parlour.store import Store
from tests.cases import cases
from tests.cli.runs import Done, Parlour
from tests.lab.transcripts.layouts import quests, write_authors, write_room
from tests.store.archive.played import games, laid, played

Import = Callable[[str, Path], Done]


@pytest.fixture
def imported(parlour: Parlour, db: str) -> Import:
    def run(kind: str, folder: Path) -> Done:
        return parlour("transcripts", "import", kind, str(folder), "--db", db, "--json")

    return run


@pytest.fixture
def whole(parlour: Parlour, db: str) -> Callable[[str], Any]:
    return lambda game: parlour("transcripts", "show", game, "--db", db, "--json").json


def test_a_chat_room_comes_in_by_its_clock_with_what_is_odd(
    imported: Import, whole: Callable[[str], Any], tmp_path: Path
):
    done = imported("llmafia", write_room(tmp_path / "games"))
    assert done.code == 0, done.err
    [told] = done.json
    assert (told["id"], told["utterances"], told["votes"], told["winner"]) == ("llmafia-0007", 5, 3, "mafia")
    assert told["flags"] == {
        "chat-differs": 1,
        "file-missing": 1,
        "line-continued": 1,
        "model-log-left-out": 1,
        "speaker-unknown": 1,
        "vote-differs": 1,
        "vote-for-oneself": 1,
        "vote-missing": 1,
    }
    assert "Birch_vote.txt: it has Ash, and the public chats none (vote-differs)" in done.err
    game = whole("llmafia-0007")
    assert [member["holder"] for member in game["cast"]] == ["person", "person", "person", "model"]
    assert game["cast"][3]["model"] == "a-model"
    times = [each["time"] for each in game["events"] if each["time"] is not None]
    assert times == sorted(times)
    attack = next(each for each in game["events"] if each["deed"] == "attack")
    assert (attack["visible_to"], attack["target"], attack["phase"]) == (["Cedar"], ["Birch"], "night")
    assert game["outcome"]["out"] == ["Ash", "Birch"]
    assert "Wanda" not in json.dumps(game)


def test_avalon_comes_with_parties_ballots_labels_and_beliefs(
    imported: Import, whole: Callable[[str], Any], tmp_path: Path
):
    (tmp_path / "1aB.json").write_text(json.dumps(quests()), encoding="utf-8")
    (tmp_path / "config.json").write_text("{}", encoding="utf-8")
    done = imported("avalon-nlu", tmp_path)
    assert done.code == 0, done.err
    [told] = done.json
    assert (told["players"], told["utterances"], told["votes"], told["winner"]) == (6, 2, 5, "evil")
    assert told["roles"]["player-3"] == ["servant", "servant"]
    assert told["flags"] == {
        "belief-of-no-turn": 1,
        "label-missing": 1,
        "label-of-no-message": 1,
        "speaker-unknown": 1,
        "vote-missing": 1,
    }
    events = whole("avalon-nlu-1ab")["events"]
    assert events[0]["labels"] == ["assertion", "deception: commission"]
    proposed = next(each for each in events if each["deed"] == "propose")
    assert (proposed["speaker"], proposed["target"]) == ("player-2", ["player-2", "player-3"])
    belief = next(each for each in events if each["deed"] == "belief")
    assert (belief["speaker"], belief["target"], belief["labels"]) == ("player-1", ["player-5"], ["morgana"])
    assert (belief["number"], belief["visible_to"]) == (2, [])


def test_the_authors_games_join_records_inferences_and_logs(
    imported: Import, whole: Callable[[str], Any], tmp_path: Path
):
    done = imported("gratr", write_authors(tmp_path / "games"))
    assert done.code == 0, done.err
    [told] = done.json
    assert (told["id"], told["utterances"], told["votes"], told["winner"]) == (
        "gratr-test1-4-57",
        2,
        2,
        "good",
    )
    assert told["flags"] == {
        "inference-missing": 1,
        "speech-empty": 1,
        "record-and-log-differ": 1,
        "vote-for-oneself": 1,
    }
    game = whole("gratr-test1-4-57")
    assert [member["method"] for member in game["cast"]] == ["baseline", "baseline", "gratr"]
    assert game["outcome"]["stated"] == "Game over, the villager [0] wins!"
    assert game["outcome"]["out"] == ["Player 3", "Player 2"]
    attack = next(each for each in game["events"] if each["deed"] == "attack")
    assert (attack["target"], attack["visible_to"], attack["round"]) == (["Player 3"], ["Player 2"], 1)
    thought = next(each for each in game["events"] if each["deed"] == "inference")
    assert (thought["labels"], thought["visible_to"]) == (["Player 1 adversary", "Player 3 adversary"], [])
    speech = next(each for each in game["events"] if each["kind"] == "speech")
    assert (speech["speaker"], speech["text"]) == ("Player 1", "Who did\nthis?")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"wins": [7]}, "57.json: wins: there is no Player 8"),
        ({"day_votes": {"1": {"seer": {"Anna": "pass"}}}}, "57.json: day_votes.1.seer: 'Anna' is no seat"),
        ({"identities": {"seer": "all"}}, "57.json: identities.seer: it is no list of seats"),
    ],
)
def test_a_record_of_the_authors_that_is_wrong_is_refused_by_field(
    imported: Import, tmp_path: Path, changed: dict[str, object], told: str
):
    done = imported("gratr", write_authors(tmp_path / "games", changed=changed))
    assert (done.code, told in done.err) == (2, True), done.err


def test_a_match_of_our_own_comes_in_from_its_export(
    parlour: Parlour, imported: Import, whole: Callable[[str], Any], db: str, tmp_path: Path
):
    with Store.open(db) as store:
        setup = laid(games()["onenight"], method="random")
        match = played(store, setup)
        person, *others = setup.seats
        seats = (person.model_copy(update={"method": HUMAN, "model": ""}), *others)
        store.reseat(match, setup.model_copy(update={"seats": seats}))
    out = tmp_path / "out"
    assert parlour("export", match, "--out", str(out), "--db", db).code == 0
    done = imported("parlour", out)
    assert done.code == 0, done.err
    [told] = done.json
    game = whole(f"parlour-{match}")
    assert (told["id"], game["game"]) == (f"parlour-{match}", "onenight")
    assert [member["holder"] for member in game["cast"]] == ["person", *["model"] * len(others)]
    assert (told["votes"], told["winner"]) == (told["players"], game["outcome"]["winners"][0])
    assert all(start == end is not None for start, end in told["roles"].values())
    assert all(member["team"] for member in game["cast"])
    assert [each["kind"] for each in game["events"] if each["kind"] == "speech"]
    assert {"night", "day"} == {each["phase"] for each in game["events"] if each["phase"]}
    refused = imported("parlour", tmp_path)
    assert (refused.code, "is no export" in refused.err or "manifest.json" in refused.err) == (2, True)


def test_what_the_authors_published_of_their_games_is_counted_anew(
    imported: Import, parlour: Parlour, db: str, tmp_path: Path
):
    assert imported("gratr", write_authors(tmp_path / "games")).code == 0
    counted = parlour("transcripts", "recount", "gratr", "--db", db, "--json").json
    rows = counted["rows"]
    whole = next(row for row in rows if (row["method"], row["role"]) == ("baseline", ""))
    assert (whole["games"], whole["seats"], whole["wins"], whole["score"]) == (1, 2, 1, 3.25)
    shown = parlour("transcripts", "recount", "gratr", "--db", db)
    assert "werewolf" in shown.out
    assert "correct" in shown.out
    page = tmp_path / "page.md"
    at_once = parlour(
        "transcripts", "recount", "gratr", str(tmp_path / "games"), "--out", str(page), "--json"
    )
    assert at_once.json == counted
    assert "## Head to head, by series" in page.read_text(encoding="utf-8")
    assert all(note in page.read_text(encoding="utf-8") for note in counted["notes"])


@cases(
    ("kind", "why"),
    [
        ("jsonl", "nothing is counted anew of jsonl, but of gratr"),
        ("gratr", "no game of gratr is here: parlour transcripts import gratr FOLDER"),
        ("chess", "no corpus 'chess'"),
    ],
)
def test_what_cannot_be_counted_anew_is_told(parlour: Parlour, db: str, kind: str, why: str):
    with Store.open(db):
        pass
    done = parlour("transcripts", "recount", kind, "--db", db)
    assert done.code == 2
    assert why in " ".join(done.err.split())
