"""Verbs that only read make nothing, and name a match alike."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.cases import cases
from tests.cli.runs import Parlour

READING = [
    ("matches", 0),
    ("matches --json", 0),
    ("report", 0),
    ("report ladder", 2),
    ("report --human", 0),
    ("run ladder --plan", 0),
    ("replay latest", 2),
    ("audit latest", 2),
    ("trust latest", 2),
    ("play --resume latest", 2),
]


@cases(("asked", "code"), READING)
def test_a_verb_that_only_reads_makes_no_database(parlour: Parlour, tmp_path: Path, asked: str, code: int):
    wrong = tmp_path / "wrong" / "x.db"
    done = parlour(*asked.split(), "--db", str(wrong))
    assert done.code == code
    assert not wrong.parent.exists()
    if "--plan" not in asked:
        [sentence] = [line for line in (done.out + done.err).splitlines() if "no such file" in line]
        assert str(wrong) in sentence


def test_a_database_of_somebody_else_is_left_alone(parlour: Parlour, tmp_path: Path):
    theirs = tmp_path / "theirs.db"
    with sqlite3.connect(theirs) as connection:
        connection.execute("CREATE TABLE recipe (name)")
    before = theirs.read_bytes()
    assert "nothing of Parlour's" in parlour("matches", "--db", str(theirs)).out
    assert theirs.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("theirs")] == ["theirs.db"]


def test_every_verb_takes_the_latest_match_and_a_beginning_of_its_id(parlour: Parlour, db: str):
    played = [
        parlour(
            "play", "werewolf", "--team", "good=gratr", "--method", "random", "--seed", str(seed), "--json"
        ).json
        for seed in (1, 2)
    ]
    latest = played[-1]["match"]
    assert latest != played[0]["match"]
    for name in ("latest", latest, latest[:-1]):
        assert parlour("replay", name, "--json").json["match"] == latest
        assert parlour("audit", name, "--json").json["match"] == latest
        assert parlour("trust", name, "--json", "--db", db).json["match"] == latest
        assert f"{latest} is finished" in parlour("play", "--resume", name).err
