"""What the reader makes of a table of One Night: who it is, what it knows, whom it takes for the werewolf."""

from __future__ import annotations

import pytest

from parlour.core import Event, event_kinds
from parlour.games.onenight import OF_PEOPLE, Role
from parlour.games.onenight.reader import parse_prompt
from parlour.games.onenight.reader.clues import Clue
from parlour.games.onenight.reader.seat import OneNightSeat
from parlour.language.facts import Level, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion, Trust
from parlour.llm import Language
from tests.games.onenight.reader.rounds import began, mind, prompt
from tests.reader.eight import LANGUAGES, happened, name, said


def claims(seat: int, role: str, language: Language) -> Event:
    return said(seat, language, RoleClaim(who=name(seat, language), role=role))


def found(seat: int, one: int, other: int, language: Language) -> Event:
    by, whom, third = (name(each, language) for each in (seat, one, other))
    return said(seat, language, OneOfTwo(by=by, whom=whom, other=third, role="werewolf"))


def cleared(seat: int, one: int, other: int, language: Language) -> Event:
    by, whom, third = (name(each, language) for each in (seat, one, other))
    return said(seat, language, NeitherOfTwo(by=by, whom=whom, other=third, role="werewolf"))


# Papers


def test_a_mason_knows_the_other_and_a_minion_may_know_the_werewolf():
    for language in LANGUAGES:
        mason = parse_prompt(prompt(language, role="mason", fellow=4))
        minion = parse_prompt(prompt(language, role="minion", fellow=4))
        assert (mason.mason, mason.wolf) == (name(4, language), None)
        assert (minion.mason, minion.wolf) == (None, name(4, language))


def test_the_seer_reads_what_it_learned_of_two():
    for language in LANGUAGES:
        for side in ("werewolf", "village"):
            seen = happened(event_kinds.CHECKED, language, 2, 5, actor=1, role=side)
            pointing = parse_prompt(prompt(language, [seen], role="seer")).pointing
            assert pointing
            assert pointing.pair == (name(2, language), name(5, language))
            assert pointing.has_wolf == (side == "werewolf")


# Beliefs


def test_before_anything_is_said_everybody_else_is_as_likely():
    for language in LANGUAGES:
        own = mind(language).own.chances
        assert own[name(1, language)] == 0
        assert {round(own[name(seat, language)], 9) for seat in range(2, 9)} == {round(1 / 7, 9)}
        assert sum(own.values()) == pytest.approx(1)


def test_a_seer_is_sure_of_what_it_learned():
    for language in LANGUAGES:
        for side, inside in (("werewolf", 0.5), ("village", 0.0)):
            seen = happened(event_kinds.CHECKED, language, 2, 5, actor=1, role=side)
            chances = mind(language, [seen], role="seer").own.chances
            assert [chances[name(seat, language)] for seat in (2, 5)] == pytest.approx([inside, inside])
            assert sum(chances.values()) == pytest.approx(1)


def test_a_seer_with_a_rival_is_believed_less():
    for language in LANGUAGES:
        alone = [began(1, language), claims(2, "seer", language), found(2, 3, 4, language)]
        rival = [*alone, claims(6, "seer", language), cleared(6, 3, 4, language)]
        one, two = (mind(language, events).own.chances[name(3, language)] for events in (alone, rival))
        assert two < one


def test_whoever_changes_their_story_is_taken_for_the_tanner_before_the_werewolf():
    for language in LANGUAGES:
        events = [began(1, language), claims(2, "villager", language), claims(2, "seer", language)]
        own = mind(language, events).own
        assert own.tanners[name(2, language)] > own.chances[name(2, language)]
        assert own.tanners[name(2, language)] > 2 * own.tanners[name(3, language)]


def test_whoever_speaks_and_says_nothing_of_themselves_is_suspected_more():
    for language in LANGUAGES:
        silent = happened(event_kinds.PASSED, language, actor=2)
        talk = happened(event_kinds.SPOKE, language, actor=3, text="…")
        chances = mind(language, [began(1, language), silent, talk]).own.chances
        assert chances[name(2, language)] == pytest.approx(chances[name(3, language)])
        assert chances[name(2, language)] > 1.5 * chances[name(4, language)]


def test_somebody_is_against_the_reader_who_spoke_against_it_and_for_it_who_spoke_for_it():
    for language in LANGUAGES:
        one, two, three, four = (name(seat, language) for seat in range(1, 5))
        against = said(2, language, Suspicion(by=two, whom=one, level=Level.STRONG))
        for_it = said(3, language, Trust(by=three, whom=one, level=Level.STRONG))
        elsewhere = said(4, language, Suspicion(by=four, whom=two, level=Level.STRONG))
        reader = OneNightSeat(mind=mind(language, [began(1, language), against, for_it, elsewhere]))
        stances = [reader.impression(name(seat, language)).stance for seat in range(2, 6)]
        assert stances == ["negative", "positive", "neutral", "neutral"]


ROLES = tuple(role.value for role in Role if role not in OF_PEOPLE)


def test_a_minion_likes_the_werewolf_that_it_knows():
    for language in LANGUAGES:
        attitudes = OneNightSeat(mind=mind(language, role="minion", fellow=4))
        assert attitudes.rating(name(4, language)) > attitudes.rating(name(5, language))
        assert attitudes.role(name(4, language), ROLES) == ("werewolf", pytest.approx(1))


def test_a_claim_is_believed_as_far_as_nothing_speaks_against_it():
    for language in LANGUAGES:
        two = name(2, language)
        role, chance = OneNightSeat(
            mind=mind(language, [began(1, language), said(2, language, RoleClaim(who=two, role="mason"))])
        ).role(two, ROLES)
        assert role == "mason"
        assert 0.5 < chance < 1


def test_what_repeats_another_and_what_is_said_weakly_tells_less():
    whole, weak, echo = (
        Clue(kind="suspects", by="Ann", about=("Bo",), weight=weight, echo=echo)
        for weight, echo in ((1.0, 0.0), (0.2, 0.0), (1.0, 3.0))
    )
    full, *less = (wolf / innocent for innocent, wolf, _ in (each.cells[0] for each in (whole, weak, echo)))
    assert full > max(less)
    assert min(less) > 1
    assert Clue(kind="suspects", by="Ann", about=("Bo",), weight=0.0).cells[0] == (1, 1, 1)
