from __future__ import annotations

from parlour.language.facts import NameGuess
from parlour.language.facts.names import NameVeil, Roster

ENGLISH = Roster(NameVeil(("Anna Lee", "Ben", "David", "Daniel")), "en")
CHINESE = Roster(NameVeil(("林安", "苏可欣", "周大伟")), "zh")


def unveiled(roster: Roster, text: str) -> str:
    return roster.cast.unveil(text)


def test_a_name_is_known_in_any_case_and_by_a_part_that_is_nobody_elses():
    assert unveiled(ENGLISH, ENGLISH.veil("anna met BEN")) == "Anna Lee met Ben"
    assert unveiled(CHINESE, CHINESE.veil("可欣在厨房")) == "苏可欣在厨房"


def test_a_slip_in_a_name_is_mended_and_reported():
    text, guesses = ENGLISH.mend("daivd was there", frozenset({"was", "there"}))
    assert unveiled(ENGLISH, text) == "David was there"
    assert guesses == (NameGuess(typed="daivd", meant="David"),)
    text, guesses = CHINESE.mend("苏可馨在", frozenset())
    assert unveiled(CHINESE, text) == "苏可欣在"
    assert guesses == (NameGuess(typed="苏可馨", meant="苏可欣"),)


def test_a_word_that_means_something_else_is_no_slip():
    assert ENGLISH.mend("divide", frozenset({"divide"})) == ("divide", ())


def test_a_slip_that_is_as_near_to_two_names_is_left():
    twins = Roster(NameVeil(("Marina", "Marian")), "en")
    assert twins.mend("marien", frozenset())[1] == ()
