"""What a method's own forms want of a player of Werewolf: suspects, readings of sensors, gains, timelines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.games.werewolf.reader.choosing import Mind
from parlour.games.werewolf.reader.clues import Clue
from parlour.language.facts import Name
from parlour.reader import POSSIBLE, SETTLED, Impression, Reached, Stance

_HOSTILE = frozenset({"voted", "suspects", "found_wolf"})


@dataclass(frozen=True, kw_only=True)
class Considering:
    """Somebody who thinks before it acts.

    A werewolf thinks as anybody could who is none, since others see what comes of it.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def impression(self, name: Name, case: str = "") -> Impression:
        """What is to be read off somebody."""
        shown, chance = self.mind.shown, self.mind.shown.chances[name]
        hostile = [clue for clue in self._deeds(name) if clue.kind in _HOSTILE]
        rivals = [clue for clue in shown.clues if clue.kind == "rivals"]
        return Impression(
            stance=self._stance(name),
            has_motive=any(shown.certain.get(clue.about) is False for clue in hostile),
            is_possible=chance > POSSIBLE,
            is_incriminated=chance > self.mind.average and shown.grounds(name) is not None,
            is_bound=any(name in (clue.by, clue.about) for clue in rivals),
            is_at_odds=any(name in (clue.by, clue.about) for clue in (*rivals, *self._quarrels)),
        )

    def reached(self, case: str = "") -> Reached:
        """Whether all werewolves are found; a werewolf is safe while others are suspected more than it."""
        papers, chances = self.mind.papers, self.mind.shown.chances
        if papers.is_wolf:
            return "partly" if self.mind.common.chances[papers.me] <= self.mind.average else "no"
        found = sum(chance > SETTLED for chance in chances.values())
        return "yes" if found >= papers.pack else "partly" if found else "no"

    def _stance(self, suspect: Name) -> Stance:
        """How somebody stands to the reader, by what it said of it and how it voted."""
        about = [clue.kind for clue in self._deeds(suspect) if clue.about == self.mind.papers.me]
        if _HOSTILE.intersection(about):
            return "negative"
        return "positive" if about else "neutral"

    @property
    def _quarrels(self) -> Iterator[Clue]:
        """What anybody said or did against somebody."""
        return (clue for clue in self.mind.common.clues if clue.kind in _HOSTILE)

    def _deeds(self, suspect: Name) -> Iterator[Clue]:
        """What somebody said of others and did to them."""
        return (clue for clue in self.mind.common.clues if clue.by == suspect != clue.about)
