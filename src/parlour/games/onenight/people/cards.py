"""The cards of a table of people: one before each player and three in the centre; some change places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from parlour.core import Player
from parlour.games.onenight.roles import Role
from parlour.language.facts import Language, WordKind, entries, say


def centre_places(language: Language) -> tuple[str, ...]:
    """What the places of the centre are called at a table, from left to right."""
    return tuple(say(WordKind.CARD, word, language) for word in entries(WordKind.CARD))


def centre_pairs(language: Language) -> dict[str, tuple[str, str]]:
    """Every two places of the centre, by what choosing both is called."""
    left, middle, right = centre_places(language)
    pairs = ((left, middle), (left, right), (middle, right))
    joint = " + " if language == "en" else "＋"
    return {joint.join(pair): pair for pair in pairs}


@dataclass(frozen=True, kw_only=True)
class Cards:
    """Which card lies where.

    Attributes:
        players: in seat order.
        places: of the centre, by name.
        lying: the cards of the players, then those of the centre.
    """

    players: tuple[Player, ...]
    places: tuple[str, ...]
    lying: tuple[Role, ...]

    @staticmethod
    def dealt(players: Sequence[Player], language: Language, roles: Sequence[Role]) -> Cards:
        """The cards as they are dealt, those of the centre last."""
        return Cards(players=tuple(players), places=centre_places(language), lying=tuple(roles))

    def at(self, place: str) -> Role:
        """The card before a player, or at a place of the centre."""
        return self.lying[self._index(place)]

    def holders(self, role: Role) -> tuple[Player, ...]:
        """Before whom a card of that role lies, in seat order."""
        return tuple(player for player in self.players if self.at(player) is role)

    def exchanged(self, one: str, other: str) -> Cards:
        """The cards with two of them exchanged."""
        lying = list(self.lying)
        here, there = self._index(one), self._index(other)
        lying[here], lying[there] = lying[there], lying[here]
        return replace(self, lying=tuple(lying))

    def _index(self, place: str) -> int:
        return (*self.players, *self.places).index(place)
