"""Small games of One Night for the tests of every room that plays them."""

from __future__ import annotations

from parlour.games.onenight import OF_PEOPLE, OneNightSetup, Role, seat_names
from parlour.llm import Language

LETTERS = {role.value[0] if role is not Role.MINION else "n": role for role in Role if role not in OF_PEOPLE}
"""A letter for each role of the paper; the minion has an n, since the mason has the m."""


def one_night(letters: str = "smwmntv", language: Language = "en", **options: object) -> OneNightSetup:
    """A table with a letter per seat."""
    deal = [LETTERS[letter] for letter in letters]
    return OneNightSetup.model_validate(
        {"language": language, "players": seat_names(len(deal), language), "deal": deal, **options}
    )
