"""Recorded games, as they are imported, listed, read and exported by typing."""

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
from tests.lab.transcripts.layouts import (
    CAST,
    OPEN,
    ROUNDS,
    quests,
    write_authors,
    write_copy,
    write_csv,
    write_open,
    write_original,
    write_room,
)
from tests.store.archive.played import games, laid, played

PORCH = "wau-the-long-porch-retro-3-game2"


@pytest.fixture
def copied(tmp_path: Path) -> str:
    return str(write_copy(tmp_path / "copy"))


def test_games_in_the_open_form_come_in_are_listed_and_go_out_as_they_were(
    parlour: Parlour, db: str, tmp_path: Path
):
    file = write_open(tmp_path / "games.jsonl")
    done = parlour("transcripts", "import", "jsonl", str(file), "--db", db, "--json")
    assert (done.code, [game["id"] for game in done.json]) == (0, ["porch-1"])
    [told] = done.json
    assert (told["players"], told["utterances"], told["votes"], told["winner"]) == (2, 2, 1, "village")
    assert told["roles"] == {"Ada": ["seer", "seer"], "Ben": [None, "werewolf"]}
    assert told["flags"] == {"clock-restarts": 1, "role-missing": 1, "vote-missing": 1}
    assert "porch.jsonl: events[1].time: the clock goes back from 4 to 2.5 seconds" in done.err
    assert "1 games, 2 seats, 2 utterances, 1 votes\n1 taken in, 0 there already\n3 oddities" in done.err
    assert parlour("transcripts", "list", "--db", db, "--json").json == done.json
    out = tmp_path / "out.jsonl"
    assert parlour("transcripts", "export", "--out", str(out), "--db", db).code == 0
    written = json.loads(out.read_text(encoding="utf-8"))
    seen = json.loads(json.dumps(OPEN).replace("\\u0000", ""))
    assert {name: written[name] for name in OPEN} == seen
    assert parlour("transcripts", "export", "porch", "--db", db).json == written
    again = parlour("transcripts", "import", "jsonl", str(out), "--db", db)
    assert "0 taken in, 1 there already" in again.err
    assert "is there already; name another file" in parlour("transcripts", "export", "--out", str(out)).err


def test_a_recorded_game_is_shown_and_is_never_replayed(parlour: Parlour, db: str, tmp_path: Path):
    parlour("transcripts", "import", "jsonl", str(write_open(tmp_path / "games.jsonl")), "--db", db)
    shown = parlour("transcripts", "show", "porch-1", "--db", db).out
    assert "Ben: ? -> werewolf" in shown
    assert "[0:04] Ada: Ben?" in shown
    assert "Ben vote -> nobody" in shown
    assert "out: Ben; won, by source: village" in shown
    whole = parlour("transcripts", "show", "porch", "--db", db, "--json").json
    assert (whole["status"], len(whole["events"])) == ("imported", 4)
    for verb in ("replay", "audit"):
        refused = parlour(verb, "porch-1")
        assert refused.code == 2
        assert "was imported as a recorded game and not played here" in refused.err
    assert "no recorded game 'lawn'" in parlour("transcripts", "show", "lawn", "--db", db).err


def test_another_game_of_the_same_id_is_refused_unless_it_is_to_replace(
    parlour: Parlour, db: str, tmp_path: Path
):
    parlour("transcripts", "import", "jsonl", str(write_open(tmp_path / "a.jsonl")), "--db", db)
    other = write_open(tmp_path / "b.jsonl", {**OPEN, "title": "Another"})
    refused = parlour("transcripts", "import", "jsonl", str(other), "--db", db)
    assert refused.code == 2
    assert "another game has the id 'porch-1' here; --replace puts this one in its place" in refused.err
    assert parlour("transcripts", "import", "jsonl", str(other), "--replace", "--db", db).code == 0
    assert parlour("transcripts", "show", "porch", "--db", db, "--json").json["title"] == "Another"


def wrong(**changed: object) -> dict[str, object]:
    return {**OPEN, **changed}


STRANGER = [{"number": 0, "kind": "speech", "speaker": "Cy", "text": "Hello"}]


@cases(
    ("games", "told"),
    [
        ((OPEN, OPEN), "games.jsonl:2: id: 'porch-1' is the id of another game, at"),
        ((wrong(version=2),), "games.jsonl:1: version: it is 2, and this Parlour reads version 1"),
        ((wrong(events=STRANGER),), "games.jsonl:1: events[0].speaker: 'Cy' is not in the cast"),
        ((OPEN, wrong(id="Porch 2")), "games.jsonl:2: id: String should match pattern"),
    ],
)
def test_a_line_that_is_not_in_the_form_is_named_and_nothing_is_taken_in(
    parlour: Parlour, db: str, tmp_path: Path, games: tuple[dict[str, object], ...], told: str
):
    file = write_open(tmp_path / "games.jsonl", *games)
    done = parlour("transcripts", "import", "jsonl", str(file), "--db", db)
    assert done.code == 2
    assert told in done.err
    assert parlour("transcripts", "list", "--db", db, "--json").json == []


def test_two_hundred_megabytes_are_refused_before_they_fill_the_memory(
    parlour: Parlour, db: str, copied: str, tmp_path: Path
):
    lines = write_open(tmp_path / "games.jsonl", OPEN)
    talk = next(Path(copied).rglob("alltext.csv"))
    for file, corpus, source, told in (
        (lines, "jsonl", lines, "games.jsonl:2: the line has more, and at most 64 MB are read at once"),
        (talk, "werewolf-among-us", copied, "alltext.csv: it has 200 MB, and at most 64 MB are read at once"),
    ):
        with file.open("r+b") as opened:
            opened.truncate(200_000_000)
        done = parlour("transcripts", "import", corpus, str(source), "--db", db)
        assert (done.code, told in done.err) == (2, True), done.err
    assert parlour("transcripts", "list", "--db", db, "--json").json == []


def test_the_schema_is_printed(parlour: Parlour):
    assert parlour("transcripts", "--schema").json["title"] == "GameTranscript"
    kinds = [each["kind"] for each in parlour("transcripts", "corpora", "--json").json]
    assert {"avalon-nlu", "gratr", "jsonl", "llmafia", "parlour", "werewolf-among-us"} <= {*kinds}


def test_people_become_seats_and_every_odd_row_is_named(parlour: Parlour, db: str, copied: str):
    done = parlour("transcripts", "import", "werewolf-among-us", copied, "--db", db, "--json")
    assert done.code == 0, done.err
    [told] = done.json
    assert (told["id"], told["players"], told["utterances"], told["votes"]) == (PORCH, 4, 4, 3)
    assert told["roles"]["Player 4"] == [None, "doppelganger"]
    assert told["flags"] == {
        "clock-restarts": 1,
        "copied-role-unknown": 1,
        "name-or-word": 1,
        "numbers-left-out": 2,
        "role-missing": 4,
        "speaker-unknown": 1,
        "vote-for-oneself": 1,
        "vote-missing": 1,
        "winner-uncertain": 1,
    }
    assert "alltext.csv:4: Rec_Id: numbers 3 to 4 before it (numbers-left-out)" in done.err
    assert "allrounds.csv:4: events[6].target: Player 3 voted for itself" in done.err
    whole = parlour("transcripts", "show", PORCH, "--db", db, "--json").json
    assert [each["text"] for each in whole["events"][:4]] == [
        "Player 1 is it!",
        "Player 2, I robbed Player 3. Is Player 2 the seer?",
        "Grace of a seer, by the grace of Wendy.",
        "Time, everybody: Bruno is here.",
    ]
    assert whole["events"][1]["labels"] == ["Identity Declaration", "Interrogation"]
    assert whole["centre"] == ["villager"]
    printed = json.dumps(whole).casefold()
    assert not any(name in printed for name in ("wanda", "otto", "ilse"))


def test_the_original_set_brings_start_roles_alone_or_beside_the_copy(
    parlour: Parlour, db: str, copied: str, tmp_path: Path
):
    alone = write_original(tmp_path / "original")
    done = parlour("transcripts", "import", "werewolf-among-us", str(alone), "--db", db, "--json")
    [told] = done.json
    assert told["roles"]["Player 1"] == ["robber", "werewolf"]
    assert (told["utterances"], told["votes"]) == (1, 3)
    whole = parlour("transcripts", "show", PORCH, "--db", db, "--json").json
    assert (whole["events"][0]["time"], whole["source"]["licence"]) == (65.0, "Apache-2.0")
    write_original(Path(copied))
    done = parlour("transcripts", "import", "werewolf-among-us", copied, "--db", db, "--json", "--replace")
    [told] = done.json
    assert (told["roles"]["Player 3"], told["utterances"]) == (["werewolf", "seer"], 4)
    assert told["flags"]["end-role-differs"] == 1


def test_a_copy_that_lacks_something_says_what(parlour: Parlour, db: str, copied: str, tmp_path: Path):
    def refused(folder: Path | str) -> str:
        done = parlour("transcripts", "import", "werewolf-among-us", str(folder), "--db", db)
        assert done.code == 2, done.err
        return done.err

    assert "no such folder; name the folder with allrounds.csv" in refused(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    assert "empty: there is no game in it; name the folder with" in refused(tmp_path / "empty")
    columns = [each for each in ROUNDS if each != "role"]
    rows = [{name: row[name] for name in columns} for row in CAST]
    write_csv(Path(copied) / "allrounds.csv", columns, rows)
    assert "allrounds.csv:1: role: there is no such column; the columns are" in refused(copied)
    write_copy(Path(copied))
    with (Path(copied) / "alltext.csv").open("a", encoding="utf-8") as opened:
        opened.write("7,7,wanda\n")
    assert "alltext.csv:6: the row has more or fewer cells than there are columns" in refused(copied)
    (Path(copied) / "alltext.csv").unlink()
    assert "alltext.csv: it cannot be read: No such file" in refused(copied)
    write_original(tmp_path / "other", {"Game1": {"rounds": []}})
    assert "Game1.playerNames: there is none" in refused(tmp_path / "other")


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
