"""What the reader feels about the others at a table of One Night, and takes them for."""

from __future__ import annotations

import pytest

from parlour.games.onenight import OF_PEOPLE, Role
from parlour.games.onenight.reader.seat import OneNightSeat
from parlour.language.facts import Fellow, Level, RoleClaim, Suspicion, Trust
from tests.games.onenight.reader.rounds import began, mind
from tests.reader.eight import LANGUAGES, name, said

each_language = pytest.mark.parametrize("language", LANGUAGES)
ROLES = tuple(role.value for role in Role if role not in OF_PEOPLE)


def test_whoever_speaks_well_of_one_is_liked_more_than_whoever_speaks_ill():
    for language in LANGUAGES:
        one, two = name(1, language), name(2, language)
        kind = said(2, language, Trust(by=two, whom=one, level=Level.STRONG))
        unkind = said(2, language, Suspicion(by=two, whom=one, level=Level.STRONG))
        liked, disliked = (
            OneNightSeat(mind=mind(language, [began(1, language), each])).rating(two)
            for each in (kind, unkind)
        )
        assert 1 <= disliked < liked <= 10


def test_a_mason_likes_to_be_called_one():
    for language in LANGUAGES:
        two = name(2, language)
        of_me, of_another = (
            said(2, language, Fellow(by=two, whom=name(whom, language), role="mason")) for whom in (1, 3)
        )
        liked, passed_over = (
            OneNightSeat(mind=mind(language, [began(1, language), each], role="mason", fellow=2)).rating(two)
            for each in (of_me, of_another)
        )
        assert passed_over < liked


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


def test_a_mason_takes_the_other_for_a_mason_for_certain():
    for language in LANGUAGES:
        attitudes = OneNightSeat(mind=mind(language, role="mason", fellow=4))
        assert attitudes.role(name(4, language), ROLES) == ("mason", pytest.approx(1))
