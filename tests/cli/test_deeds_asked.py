"""Which changes of a match can be asked for together."""

from __future__ import annotations

import pytest

from parlour.store import Store
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.cli.runs import Parlour
from tests.store.archive.played import laid

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
