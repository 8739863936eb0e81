"""What follows from papers: who can have done it, and at whom what is known points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.games.mystery.reader.mind import mind_of
from parlour.games.mystery.reader.parsed import parse_prompt
from parlour.games.mystery.telling import phrases
from parlour.language.facts import Presence, Sighting, Slot
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, prompt

each_language = pytest.mark.parametrize("language", LANGUAGES)


def test_who_was_where_somebody_died_and_then_is_suspected_most():
    for language in LANGUAGES:
        for place in ("study", "garden"):
            for slot in (EIGHT, Slot(EIGHT.number - 2)):
                _, ben, _, dora = PLAYERS[language]
                papers, _ = parse_prompt(prompt(language, own=[Presence(who=dora, place=place, slot=slot)]))
                first, *_ = mind_of(papers).ranked(VICTIM[language])
                assert first == (dora if (place, slot) == ("study", EIGHT) else ben)


def test_of_a_death_by_two_hands_the_last_two_without_an_alibi_are_sure_to_have_done_it():
    for language in LANGUAGES:
        (anna, ben, *last), victim = PLAYERS[language], VICTIM[language]
        seen = Sighting(by=anna, whom=ben, place="kitchen", slot=EIGHT)
        papers, _ = parse_prompt(prompt(language, own=[seen]))
        one = mind_of(papers)
        two = mind_of(replace(papers, public=(*papers.public, f"{victim}: {phrases(language).together}")))
        assert one.open_suspects(victim) == two.open_suspects(victim) == tuple(last)
        assert [one.share(name, victim) for name in last] == [0.5, 0.5]
        assert [two.share(name, victim) for name in last] == [1, 1]
        assert two.is_settled(victim)
        assert not one.is_settled(victim)
