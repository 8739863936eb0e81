"""What the reader feels about the others at a table of One Night, and takes them for."""

from __future__ import annotations

import pytest

from parlour.games.onenight import OF_PEOPLE, Role
from parlour.games.onenight.reader.seat import OneNightSeat
from parlour.language.facts import RoleClaim
from tests.games.onenight.reader.rounds import began, mind
from tests.reader.eight import LANGUAGES, name, said

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
