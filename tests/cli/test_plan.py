"""How many matches are needed, before any is paid for."""

from __future__ import annotations

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
