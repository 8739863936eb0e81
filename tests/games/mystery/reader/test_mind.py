"""What follows from papers, open ones and the talk: who can have done it, and who is liked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.games.mystery.reader import PART
from parlour.games.mystery.reader.mind import mind_of
from parlour.games.mystery.reader.parsed import parse_prompt
from parlour.games.mystery.telling import phrases
from parlour.language.facts import (
    Accusation,
    Claim,
    Fact,
    Killing,
    Level,
    Presence,
    Sighting,
    Slot,
    Suspicion,
    Trust,
)
from parlour.llm import Language, Part
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, introduced, prompt, said


def test_who_was_where_somebody_died_and_then_is_suspected_most():
    for language in LANGUAGES:
        for place in ("study", "garden"):
            for slot in (EIGHT, Slot(EIGHT.number - 2)):
                _, ben, _, dora = PLAYERS[language]
                papers, _ = parse_prompt(prompt(language, own=[Presence(who=dora, place=place, slot=slot)]))
                first, *_ = mind_of(papers).ranking(VICTIM[language])
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


TITLE = {"en": 'The script of {}, who is "you" in it:', "zh": "{}的剧本（其中的“你”指{}）："}


def opened(language: Language, owner: str, *facts: Fact):
    """The first player's prompt at a table where it reads another's script as well."""
    sent = prompt(language, own=())
    title = TITLE[language].replace("{}", owner)
    script = " ".join(said(fact, language, to=owner) for fact in facts)
    shown = type(sent)(
        player=sent.player,
        request=sent.request,
        purpose=sent.purpose,
        language=language,
        system=(*sent.system, Part(text=title), Part(text=script)),
        user=sent.user,
    )
    return parse_prompt(shown)[0]


def test_you_in_anothers_script_is_its_owner():
    for language in LANGUAGES:
        dora = PLAYERS[language][3]
        deed = Killing(who=dora, victim=VICTIM[language])
        papers = opened(language, dora, deed)
        assert deed in {found.fact for found in papers.common}
        assert papers.facts == ()
        assert mind_of(papers).ranking(VICTIM[language])[0] == dora


def test_a_cover_story_in_an_open_script_is_no_truth():
    for language in LANGUAGES:
        dora = PLAYERS[language][3]
        alibi = Presence(who=dora, place="kitchen", slot=EIGHT)
        papers = opened(language, dora, Claim(by=dora, fact=alibi))
        told = {found.fact for found in papers.common}
        assert alibi not in told
        assert not any(isinstance(fact, Claim) for fact in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_speaks_well_of_one_is_liked_more_than_whoever_speaks_ill(language: Language):
    anna, ben, *_ = PLAYERS[language]

    def liked(*facts: Fact) -> int:
        return PART.seat(prompt(language, talk=[introduced(language, 1, *facts)]), ()).rating(ben)

    kind = liked(Trust(by=ben, whom=anna, level=Level.STRONG))
    unkind = liked(Suspicion(by=ben, whom=anna, level=Level.SOME))
    hostile = liked(Accusation(by=ben, whom=anna, victim=VICTIM[language]))
    assert kind > liked() > unkind > hostile
