"""One Night as people play it: cards that change hands by night, and one vote by day."""

from parlour.games.onenight.people.night import Cards, centre_pairs, centre_places
from parlour.games.onenight.people.rules import PeopleState

__all__ = ["Cards", "PeopleState", "centre_pairs", "centre_places"]
