"""What somebody says at a table of people: their card, what they did by night, and whom they suspect now.

The village tells the truth at once; so does a robber who has taken a card of the village. Whoever has another
side says that they were dealt a card whose night nobody can check, and keeps to it; a minion now and then,
and a tanner in its second round, says that it is the seer and names a werewolf.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.games.onenight.reader.people.clues import first_claims, teller
from parlour.games.onenight.reader.people.mind import PeopleMind
from parlour.games.onenight.reader.speaking import Speaker
from parlour.language.facts import Fact, RoleClaim


@dataclass(frozen=True, kw_only=True)
class PeopleSpeaker(Speaker):
    """Somebody at a table of people about to make a statement."""

    mind: PeopleMind

    def _claims(self) -> Iterator[Fact]:
        """Its card and its night: whole where it has not told them so, or another claims the same card."""
        papers = self.mind.papers
        card, night = self.mind.story
        told = papers.kept_words
        others = {name: role for name, role in first_claims(papers).items() if name != papers.me}
        is_contested = list(others.values()).count(card) >= papers.cards.get(card, 0) > 0
        claim = RoleClaim(who=papers.me, role=str(card))
        if claim not in told or is_contested:
            yield claim
            yield from night
        else:
            yield from (fact for fact in night if fact not in told)

    def _of_the_night(self) -> tuple[Fact, ...]:
        """What it says of the night when it is asked."""
        _, night = self.mind.story
        return night

    @property
    def _told_of_night(self) -> tuple[Fact, ...]:
        """What it has said of the night, once."""
        return tuple(dict.fromkeys(fact for fact in self._told if teller(fact)))
