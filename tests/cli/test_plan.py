"""How many matches are needed, before any is paid for."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from parlour.store import Store
from tests.cases import cases
from tests.cli.runs import Parlour

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "two-minds.yaml")


def test_given_rates_need_what_the_formula_says(parlour: Parlour):
    # (1.96 sqrt(2 * .55 * .45) + .8416 sqrt(.25 + .24))^2 / .01 = 387.3
    assert parlour("plan", "--rates", ".5", ".6", "--json").json[0]["matches"] == 388
    # (2.5758 * .70356 + 1.2816 * .7)^2 / .01 = 734.1
    [stricter] = parlour("plan", "--rates", ".5", ".6", "--power", ".9", "--alpha", ".01", "--json").json
    assert stricter["matches"] == 735
    assert "388" in parlour("plan", "--rates", ".5", ".6").out


def test_published_rates_are_told_though_the_papers_scripts_are_not_here(parlour: Parlour, db: str):
    told = parlour("plan", "player-table2", "--db", db, "--json")
    assert {line["source"] for line in told.json} == {"published", "supposed"}
    assert {"Werewolf", "O-CoT"} <= {line["condition"] for line in told.json}


def test_a_pairing_is_told_from_an_even_chance(parlour: Parlour, db: str):
    told = parlour("plan", "gratr-table1", "--db", db, "--difference", ".25", "--json").json
    assert {line["reference"] for line in told} == {0.5}
    assert told[-1]["condition"] == "25% apart"
    # (1.96 * .5 + .8416 * sqrt(.1875))^2 / .0625 = 28.9
    assert told[-1]["matches"] == 29


def test_what_a_run_has_measured_counts(parlour: Parlour, db: str):
    words = ("--games", "2", "--model", "reader", "--jobs", "1", "--db", db)
    assert parlour("run", EXAMPLE, *words).code == 0
    for name in (EXAMPLE, "two-minds"):
        told = parlour("plan", name, "--db", db, "--json").json
        assert [line["condition"] for line in told if line["source"] == "measured"] == ["GRATR"]
        assert [line["rate"] for line in told if line["source"] == "published"] == [0.55]
    with Store.open(db) as store:
        assert len(store.matches()) == 2 * 2 * 2


@cases(
    ("words", "said"),
    [
        ([], "name a suite, a file or a run, or give two rates"),
        (["laddr"], "no run 'laddr'"),
        (["--rates", ".5", ".5"], "they must differ"),
        (["--rates", ".5", ".6", "--power", "1"], "power 1.0 must lie between 0 and 1"),
    ],
)
def test_what_cannot_be_planned_is_told(parlour: Parlour, db: str, words: list[str], said: str):
    told = parlour("plan", *words, "--db", db)
    assert told.code == 2
    assert said in told.err
    assert "Traceback" not in told.err


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
