"""How likely each player is the werewolf, the minion or the tanner: every deal that there could be, weighed.

What is certain (who one is, whom one knows, what one learned of two) rules worlds out; each clue multiplies
the weight of a world by how likely it is there. What merely repeats counts as nothing (`news`), and what the
reader said itself is no evidence to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import MINION, TANNER, VILLAGE, WOLF, Clue, claimed, clues
from parlour.games.onenight.reader.news import heard
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.games.onenight.reader.worlds import Worlds, every_world, has_wolf, probable, scored
from parlour.language.facts import Name, Word
from parlour.reader import steady

_SIDES: Mapping[Word, int] = {"werewolf": WOLF, "minion": MINION, "tanner": TANNER}


@dataclass(frozen=True, kw_only=True)
class Beliefs:
    """What can be believed of a table.

    Attributes:
        papers: what is known of it.
        is_private: whether what only the reader knows counts; if not, these are the beliefs of anybody.
    """

    papers: OneNightPrompt
    is_private: bool = True

    @cached_property
    def chances(self) -> Mapping[Name, float]:
        """The probability of each player of being the werewolf."""
        return self._shares(WOLF)

    @cached_property
    def tanners(self) -> Mapping[Name, float]:
        """The probability of each player of being the tanner."""
        return self._shares(TANNER)

    @cached_property
    def minions(self) -> Mapping[Name, float]:
        """The probability of each player of being the minion."""
        return self._shares(MINION)

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """What bears on it; to a seer or a mason whoever claims to be the same is a liar."""
        papers = self.papers
        found = heard(clues(papers), papers.table.players, papers.has_minion, papers.has_tanner)
        if not self.is_private:
            return found
        others = tuple(clue for clue in found if clue.by != papers.me)
        if papers.role not in ("seer", "mason"):
            return others
        false = [name for name in claimed(papers, papers.role) if name not in (papers.me, papers.mason)]
        return (*others, *(Clue(kind="rivals", by=papers.me, about=(name,)) for name in false))

    @cached_property
    def certain(self) -> frozenset[Name]:
        """Of whom it is beyond doubt whether they are the werewolf."""
        return frozenset(name for name, likely in self.chances.items() if likely < 1e-9 or likely > 1 - 1e-9)

    def grounds(self, name: Name) -> Clue | None:
        """The clue that speaks most for a player's being the werewolf; none where nothing does."""
        is_wolf = self._worlds[:, self._seat(name)] == WOLF
        weights = self._weights
        if not (weights[is_wolf].sum() and weights[~is_wolf].sum()):
            return None
        pulls = {
            clue: steady(
                np.average(scores[is_wolf], weights=weights[is_wolf])
                - np.average(scores[~is_wolf], weights=weights[~is_wolf])
            )
            for clue, scores in self._scores.items()
            if name == clue.by or name in clue.about
        }
        best = max(pulls, key=lambda clue: pulls[clue], default=None)
        return best if best and pulls[best] > 0 else None

    def _shares(self, side: int) -> Mapping[Name, float]:
        shares = self._weights @ (self._worlds == side)
        return dict(zip(self.papers.table.players, map(steady, shares), strict=True))

    def _seat(self, name: Name) -> int:
        return self.papers.table.players.index(name)

    @cached_property
    def _worlds(self) -> Worlds:
        """Those that nothing certain rules out."""
        papers = self.papers
        worlds = every_world(len(papers.table.players), papers.has_minion, papers.has_tanner)
        return worlds[self._possible(worlds)] if self.is_private else worlds

    def _possible(self, worlds: Worlds) -> NDArray[np.bool_]:
        papers = self.papers
        known = {papers.me: _SIDES.get(papers.role, VILLAGE)}
        known |= {papers.mason: VILLAGE} if papers.mason else {}
        known |= {papers.wolf: WOLF} if papers.wolf else {}
        kept = np.ones(len(worlds), dtype=np.bool_)
        for name, side in known.items():
            kept &= worlds[:, self._seat(name)] == side
        if papers.pointing:
            kept &= has_wolf(worlds, self._seats(papers.pointing.pair)) == papers.pointing.has_wolf
        return kept

    def _seats(self, names: Sequence[Name]) -> list[int]:
        return [self._seat(name) for name in names]

    @cached_property
    def _scores(self) -> Mapping[Clue, NDArray[np.float64]]:
        """The logarithm of how likely each clue is in each world."""
        steps, players = self.papers.bounds.steps, self.papers.table.players
        clues = () if steps == 0 else self.clues
        return {clue: scored(clue, self._worlds, players, is_gullible=steps == 1) for clue in clues}

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """The probability of each world: (worlds,)."""
        return probable(sum(self._scores.values(), start=(self._worlds == WOLF) @ self._opinions))

    @property
    def _opinions(self) -> NDArray[np.float64]:
        """The logarithms of the odds by what it thought before: (players,)."""
        players, bounds = self.papers.table.players, self.papers.bounds
        counts = self.is_private and bounds.is_reminded
        return np.array([np.log(bounds.odds(name)) if counts else 0.0 for name in players])
