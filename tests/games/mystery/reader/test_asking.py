"""What the reader asks whom, and how much it hopes to hear."""

from __future__ import annotations

from parlour.games.mystery.reader.asking import best_question
from parlour.games.mystery.reader.mind import Mind, mind_of
from parlour.games.mystery.reader.parsed import parse_prompt
from parlour.language.facts import (
    Confirm,
    Motive,
    Presence,
    Question,
    Sighting,
    Slot,
    WhatMotive,
    WhomSuspected,
    WhoseMotive,
)
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, introduced, prompt

SEVEN = Slot(EIGHT.number - 2)


def chosen(mind: Mind, to: str, question: Question) -> Question:
    """The better of a question that only others would put and another one; of equals the former."""
    return best_question(mind, to, mind.papers.table.victims[0], (WhomSuspected(by=to), question))


def test_a_motive_is_asked_for_until_one_is_known():
    for language in LANGUAGES:
        ben, victim = PLAYERS[language][1], VICTIM[language]
        question = WhatMotive(who=ben, victim=victim)
        for own, is_asked in (([], True), ([Motive(who=ben, victim=victim, kind="debt")], False)):
            papers, _ = parse_prompt(prompt(language, own=own))
            assert (chosen(mind_of(papers), ben, question) == question) is is_asked


def test_who_had_a_motive_is_still_worth_asking_where_each_suspects_is_known():
    for language in LANGUAGES:
        (_, ben, *others), victim = PLAYERS[language], VICTIM[language]
        papers, _ = parse_prompt(
            prompt(language, own=[Motive(who=name, victim=victim, kind="debt") for name in others])
        )
        question = WhoseMotive(victim=victim)
        assert chosen(mind_of(papers), ben, question) == question


def test_who_is_contradicted_is_asked_about_the_others_word_and_not_its_own():
    for language in LANGUAGES:
        _, ben, carl, dora = PLAYERS[language]
        own = Presence(who=ben, place="library", slot=SEVEN)
        seen = Sighting(by=carl, whom=ben, place="garden", slot=SEVEN)
        papers, _ = parse_prompt(
            prompt(language, talk=[introduced(language, 1, own), introduced(language, 2, seen)])
        )
        asked = {
            (name, fact): chosen(mind_of(papers), name, Confirm(fact=fact)) == Confirm(fact=fact)
            for name in (ben, carl, dora)
            for fact in (own, seen)
        }
        assert {each for each, is_asked in asked.items() if is_asked} == {(ben, seen), (carl, own)}
