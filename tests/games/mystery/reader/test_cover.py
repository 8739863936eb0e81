"""As whom a murderer speaks: what stands in its papers instead of the deed."""

from __future__ import annotations

from parlour.games.mystery.reader.cover import pose_as_innocent
from parlour.games.mystery.reader.parsed import parse_prompt
from parlour.language.facts import (
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Means,
    Motive,
    Plain,
    Presence,
    Slot,
)
from parlour.llm import Language
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, prompt

SEVEN = Slot(EIGHT.number - 2)


def pretended(language: Language, *own: Fact, denied: tuple[Plain, ...] = ()) -> list[Fact]:
    """What the first player, who killed, would have read had it not."""
    papers, _ = parse_prompt(prompt(language, own=own, killed=(VICTIM[language],)))
    told = pose_as_innocent(papers, denied.__contains__)
    assert told.killed == ()
    return [each.fact for each in told.facts]


def test_an_alibi_is_somewhere_that_the_murderer_was_and_never_the_place_of_the_deed():
    for language in LANGUAGES:
        anna = PLAYERS[language][0]
        deed = Presence(who=anna, place="study", slot=EIGHT)
        kitchen, garden = (
            Presence(who=anna, place=place, slot=Slot(SEVEN.number + later))
            for later, place in enumerate(("kitchen", "garden"))
        )
        alibi, other = (Presence(who=anna, place=place, slot=EIGHT) for place in ("kitchen", "garden"))
        assert pretended(language, deed, kitchen, garden) == [alibi, kitchen, garden]
        assert pretended(language, deed, kitchen, garden, denied=(alibi,)) == [other, kitchen, garden]
        assert pretended(language, deed, kitchen, garden, denied=(alibi, other)) == [alibi, kitchen, garden]


def test_a_story_of_ones_own_is_told_and_no_alibi_besides():
    for language in LANGUAGES:
        anna = PLAYERS[language][0]
        deed = Presence(who=anna, place="study", slot=EIGHT)
        before = Presence(who=anna, place="kitchen", slot=SEVEN)
        story = Presence(who=anna, place="garden", slot=EIGHT)
        assert pretended(language, deed, before, Claim(by=anna, fact=story)) == [story, before]


def test_who_was_nowhere_but_at_the_deed_has_no_alibi():
    for language in LANGUAGES:
        deed = Presence(who=PLAYERS[language][0], place="study", slot=EIGHT)
        assert pretended(language, deed) == [deed]


def test_what_gives_a_murderer_away_is_left_out_and_what_it_knows_of_others_stays():
    for language in LANGUAGES:
        (anna, ben, *_), victim = PLAYERS[language], VICTIM[language]
        deed = (
            Killing(who=anna, victim=victim),
            Cause(victim=victim, thing="razor"),
            DeathPlace(victim=victim, place="study"),
            DeathTime(victim=victim, slot=EIGHT),
            Motive(who=anna, victim=victim, kind="debt"),
            Means(who=anna, thing="razor"),
        )
        others = (
            Motive(who=ben, victim=victim, kind="jealousy"),
            Means(who=ben, thing="razor"),
            Means(who=anna, thing="poker"),
        )
        assert pretended(language, *deed, *others) == [*others]
