"""What a remark says word by word, for whoever weighs what it may mean."""

from __future__ import annotations

from parlour.language.hearing import SpokenAct
from parlour.language.hearing.readings import RemarkEvidence
from parlour.language.hearing.ruled import by_rules
from tests.language.hearing.test_hear import STORY

KIN = SpokenAct(kind="relation", slots=(("of", "Conrad"), ("to", "Agatha")))
QUARREL = SpokenAct(kind="quarrel", slots=(("who", "Conrad"), ("whom", "Agatha")))


def evidence(text: str) -> RemarkEvidence:
    _, found = by_rules(text, STORY)
    assert found is not None
    return found


def test_a_relation_takes_the_word_for_it_and_no_other_act_does():
    told = evidence("conrad is some cousin of agatha or so")
    assert told.fill_kind(KIN) == KIN.with_slots(kind="cousin")
    assert told.fill_kind(QUARREL) == QUARREL


def test_a_relation_without_a_word_for_it_stays_without():
    assert evidence("conrad waved to agatha").fill_kind(KIN) == KIN


def test_an_act_stands_in_the_clause_that_first_speaks_of_whom_it_is_about():
    told = evidence("desmond slept. conrad waved to agatha. nora left")
    assert told.clause_of(QUARREL) == "Conrad waved to Agatha."
    assert told.clause_of(SpokenAct(kind="secret", slots=(("who", "Nora"),))) == "Nora left"
    assert told.clause_of(SpokenAct(kind="secret", slots=(("who", "Sylvia"),))) == "Desmond slept."
    assert told.place_of(QUARREL) < told.end_of(QUARREL)


def test_what_denies_or_supposes_is_doubted():
    assert not evidence("conrad waved to agatha").is_doubted
    assert evidence("if conrad waved to agatha").is_doubted


def test_whom_an_act_is_about_may_stand_in_the_next_clause_or_further_off():
    near, far, farther = (
        evidence(f"conrad slept. {between}agatha sang").bearing({}, {}).of(QUARREL)
        for between in ("", "desmond left. ", "desmond left. nora ate. ")
    )
    assert ["whom~1" in each for each in (near, far, farther)] == [True, False, False]
    assert ["whom~2" in each for each in (near, far, farther)] == [False, True, True]
