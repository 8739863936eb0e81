"""What-if, as it is typed: of one match, of several, of a run."""

from __future__ import annotations

import pytest

from parlour.store import Store
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.cli.runs import Parlour
from tests.store.archive.played import games, laid, played


@pytest.fixture
def matches(db: str) -> list[str]:
    with Store.open(db) as store:
        return [played(store, laid(games()["onenight"], seed=seed)) for seed in (1, 2)]


def test_a_match_without_a_question_lists_its_steps(matches: list[str], db: str, parlour: Parlour):
    told = parlour("what-if", matches[0], "--db", db)
    assert told.code == 0
    assert "is asked" in told.out.splitlines()[0]
    assert any(line.split()[:2] == ["1", "0"] and "check" in line for line in told.out.splitlines())


def test_a_fork_is_printed_beside_its_match(matches: list[str], db: str, parlour: Parlour):
    told = parlour("what-if", matches[0], "--seat", "seer=random", "--from", "2", "--db", db)
    assert told.code == 0
    assert "first difference, event" in told.out
    assert "was:" in told.out
    assert "placebo" in told.out
    again = parlour("what-if", matches[0], "--seat", "seer=random", "--from", "2", "--db", db)
    assert "2 forks, 2 of them done already" in again.err
    assert again.out == told.out


def test_several_matches_give_an_effect_with_its_placebo_as_json(
    matches: list[str], db: str, parlour: Parlour
):
    words = ("what-if", matches[0], "--matches", matches[1], "--seat", "village=random", "--db", db, "--json")
    told = parlour(*words).json
    rows = {row["metric"]: row for row in told["effects"]}
    assert set(rows) == {"reward", "win_rate", "vote_accuracy"}
    assert {row["matches"] for row in rows.values()} == {2}
    assert {row["placebo"] for row in rows.values()} == {0.0}
    kept = {row["match"] for row in parlour("matches", "--json").json}
    assert {fork["match"] for fork in told["forks"]} <= kept


def test_a_run_has_the_effect_in_its_table_and_its_report(db: str, parlour: Parlour):
    words = ("run", "ladder", "--model", "reader", "--games", "1", "--conditions", "PLAYER*", "--jobs", "1")
    told = parlour(*words, "--what-if", "own=random from 20", "--db", db, "--json")
    assert told.code == 0
    rows = [row for row in told.json if row["script"].startswith("What if own=random from 20")]
    assert {row["condition"] for row in rows} == {"PLAYER*"}
    assert {"reward", "win_rate", "vote_accuracy"} <= {row["metric"] for row in rows}
    assert all("placebo +.000 (.000–.000)" in row["note"] for row in rows)
    assert parlour("report", "ladder", "--db", db, "--json").json == told.json


@cases(
    ("words", "said"),
    [
        (("--seat", "seer"), "--seat seer: write it as NAME=METHOD or ROLE=METHOD@MODEL"),
        (("--seat", "seer=plain", "--from", "soon"), "--from soon: a step is a number, or each"),
        (("--say", "Alpha=hm"), "--say Alpha=hm: write it as NAME@STEP="),
        (("--seat", "seer=plain", "--say", "Alpha@2=hm"), "one change at a time"),
        (("--seat", "own=plain"), "`own` is of the arms of a run"),
        (("--seat", "seer=nothing"), "nothing"),
        (("--seat", "seer=random", "--metrics", "luck"), "no metric 'luck'"),
        (("--seat", "seer=random", "--metrics", "dollars"), "dollars is not compared"),
    ],
)
def test_what_is_asked_wrongly_is_said(
    words: tuple[str, ...], said: str, matches: list[str], db: str, parlour: Parlour
):
    told = parlour("what-if", matches[0], *words, "--db", db)
    assert told.code == 2
    assert said in told.err.splitlines()[-1]


TWO = "--say and --choose are of one decision"


@pytest.fixture
def match(db: str) -> str:
    with Store.open(db) as store:
        return store.create(laid(werewolves("vwswxgv"), method="random", model=""))


def refusal(parlour: Parlour, db: str, *words: str) -> str:
    done = parlour("what-if", *words, "--db", db)
    assert done.code
    return done.err


@cases("choose", ["Bo@3=Cy", "Ann@4=Cy", "Bo@4=Cy"])
def test_what_is_said_and_chosen_is_of_one_seat_at_one_step(
    parlour: Parlour, db: str, match: str, choose: str
):
    assert TWO in refusal(parlour, db, match, "--say", "Ann@3=Hm.", "--choose", choose)


def test_words_and_a_choice_of_one_decision_may_be_asked_for_together(parlour: Parlour, db: str, match: str):
    told = refusal(parlour, db, match, "--say", "Ann@3=Hm.", "--choose", "Ann@3=Cy")
    assert TWO not in told
    assert "--seat" not in told
    assert match in told


def test_a_mind_and_a_deed_are_not_changed_at_once(parlour: Parlour, db: str, match: str):
    for option, deed in (("--say", "Ann@3=Hm."), ("--choose", "Ann@3=Cy")):
        told = refusal(parlour, db, match, "--seat", "Ann=random", option, deed)
        assert "--seat changes a mind, --say and --choose what is done: one change at a time" in told


def test_a_deed_that_names_no_decision_is_refused(parlour: Parlour, db: str, match: str):
    for deed in ("Ann=Hm.", "Ann@=Hm.", "@3=Hm.", "Ann@3"):
        assert f"--say {deed}: write it as NAME@STEP=" in refusal(parlour, db, match, "--say", deed)
