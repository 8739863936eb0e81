"""What a method's own forms want of a player of One Night: suspects, sensors, gains, timelines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.games.onenight.reader.choosing import Mind
from parlour.games.onenight.reader.clues import Clue
from parlour.language.facts import Name
from parlour.reader import POSSIBLE, SETTLED, Impression, Reached, Stance

CLEARED = 0.02
"""Below this one somebody counts as cleared."""
_HOSTILE = frozenset({"suspects", "found_pair"})


@dataclass(frozen=True, kw_only=True)
class Considering:
    """Somebody who thinks before it acts.

    Whoever is not of the village thinks as one of it could, since others see what comes of it.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def impression(self, name: Name, case: str = "") -> Impression:
        """What is to be read off somebody."""
        shown, usual = self.mind.shown, 1 / len(self.mind.papers.others)
        aimed_at = [other for clue in self._hostile(name) for other in clue.about]
        rivals = [clue for clue in shown.clues if clue.kind == "rivals"]
        return Impression(
            stance=self._stance(name),
            has_motive=any(shown.chances[other] < CLEARED for other in aimed_at),
            is_possible=shown.chances[name] > POSSIBLE,
            is_incriminated=shown.chances[name] > usual and shown.grounds(name) is not None,
            is_bound=any(name in (clue.by, *clue.about) for clue in rivals),
            is_at_odds=any(name in (clue.by, *clue.about) for clue in (*rivals, *self._quarrels)),
        )

    def reached(self, case: str = "") -> Reached:
        """Whether the werewolf is found; to it and to the tanner, whether suspicion falls as they like."""
        papers, shown = self.mind.papers, self.mind.shown
        if papers.role in ("werewolf", "tanner"):
            is_suspected = shown.chances[papers.me] > 1 / len(papers.table.players)
            return "partly" if is_suspected == (papers.role == "tanner") else "no"
        likely = max(shown.chances.values())
        return "yes" if likely > SETTLED else "partly" if likely > 1 / 2 else "no"

    def _stance(self, suspect: Name) -> Stance:
        """How somebody stands to the reader, by what it said of it."""
        me = self.mind.papers.me
        if any(me in clue.about for clue in self._hostile(suspect)):
            return "negative"
        return "positive" if any(me in clue.about for clue in self._deeds(suspect)) else "neutral"

    def _hostile(self, suspect: Name) -> Iterator[Clue]:
        """What somebody said against others."""
        return (clue for clue in self._deeds(suspect) if clue.kind in _HOSTILE)

    @property
    def _quarrels(self) -> Iterator[Clue]:
        """What anybody said against others."""
        return (clue for clue in self.mind.common.clues if clue.kind in _HOSTILE)

    def _deeds(self, suspect: Name) -> Iterator[Clue]:
        """What somebody said of others."""
        return (clue for clue in self.mind.common.clues if clue.by == suspect)
