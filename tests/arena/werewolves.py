"""Small games of Werewolf for the tests of every room that plays them."""

from __future__ import annotations

from parlour.games.werewolf import Role, WerewolfSetup, seat_names
from parlour.llm import Language

LETTERS = {
    "v": Role.VILLAGER,
    "w": Role.WEREWOLF,
    "s": Role.SEER,
    "x": Role.WITCH,
    "g": Role.GUARD,
    "h": Role.HUNTER,
    "t": Role.TANNER,
}
"""A letter for each role; the witch has an x, since the werewolf has the w."""

RARER: tuple[tuple[Role, ...], ...] = (
    (
        *(Role.WHITE_WOLF_KING, Role.WEREWOLF, Role.CUPID, Role.ELDER, Role.IDIOT),
        *(Role.LITTLE_GIRL, Role.BEAR_TAMER, Role.SEER),
    ),
    (
        *(Role.WOLF_BEAUTY, Role.BLACK_WOLF_KING, Role.KNIGHT, Role.GRAVEKEEPER, Role.RAVEN),
        *(Role.SCAPEGOAT, Role.SISTER, Role.SISTER, Role.TANNER),
    ),
)
"""Deals with the rarer roles."""


def werewolves(letters: str = "vwswxgv", language: Language = "en", **options: object) -> WerewolfSetup:
    """A table with a letter per seat."""
    deal = [LETTERS[letter] for letter in letters]
    return WerewolfSetup.model_validate(
        {"language": language, "players": seat_names(len(deal), language), "deal": deal, **options}
    )


def rarer(deal: tuple[Role, ...], language: Language, **options: object) -> WerewolfSetup:
    """A table of one of these deals."""
    players = seat_names(len(deal), language)
    return WerewolfSetup.model_validate({"language": language, "players": players, "deal": deal, **options})
