"""How likely each player is evil: every set of evil players that there could be, weighed.

For ten players there are 210 such worlds. What is certain rules worlds out: what one was dealt, and that
nobody good plays a fail. Every quest and every vote multiplies the weight of a world by how likely it is
there. How often evil plays a fail, and who approves of what, are constants of ours, since no paper has them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray
from parlour.core import Player

from parlour_avalon.quests import APPROVE
from parlour_avalon.reader.knowledge import Knowledge, Proposal
from parlour_avalon.roles import Role, Team

Worlds = NDArray[np.bool_]
"""A row for each world, with whether each player is evil there: (worlds, players)."""
FAILING = 0.7
"""How often an evil player plays a fail."""
APPROVING: Mapping[tuple[Team, bool], float] = {
    (Team.GOOD, False): 0.65,
    (Team.GOOD, True): 0.45,
    (Team.EVIL, False): 0.4,
    (Team.EVIL, True): 0.7,
}
"""How often each side approves a team, by whether somebody evil is on it."""


@dataclass(frozen=True, kw_only=True)
class Beliefs:
    """What can be believed of a table.

    Attributes:
        knowledge: what is known of it.
        is_private: whether what only the player knows counts; if not, these are the beliefs of anybody.
    """

    knowledge: Knowledge
    is_private: bool = True

    @cached_property
    def chances(self) -> Mapping[Player, float]:
        """The probability of each player of being evil."""
        shares = self._weights @ self._worlds
        return {name: float(share) for name, share in zip(self.knowledge.players, shares, strict=True)}

    def clean(self, team: Collection[Player]) -> float:
        """The probability that nobody on a team is evil."""
        return float(self._weights @ (self._evil_on(team) == 0))

    @cached_property
    def _worlds(self) -> Worlds:
        """Those that nothing certain rules out."""
        knowledge = self.knowledge
        worlds = _every_world(len(knowledge.players), knowledge.evil)
        kept = np.ones(len(worlds), dtype=np.bool_)
        for proposal, fails in knowledge.quests:
            kept &= worlds[:, self._seats(proposal.team)].sum(axis=1) >= fails
        for names, evil in self._dealt() if self.is_private else ():
            kept &= worlds[:, self._seats(names)].sum(axis=1) == evil
        return worlds[kept]

    def _dealt(self) -> Iterator[tuple[tuple[Player, ...], int]]:
        """Groups of players of whom one was dealt how many are evil."""
        knowledge = self.knowledge
        yield (knowledge.me,), int(not knowledge.is_good)
        yield knowledge.fellows, len(knowledge.fellows)
        if knowledge.role is Role.MERLIN:
            yield knowledge.seen, len(knowledge.seen)
        if knowledge.role is Role.PERCIVAL:
            yield knowledge.seen, len(knowledge.seen) - 1

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """The probability of each world: (worlds,)."""
        weights = np.ones(len(self._worlds))
        for proposal, fails in self.knowledge.quests:
            weights *= _played(self._evil_on(proposal.team), fails)
        for proposal in self.knowledge.proposals:
            weights *= self._voted(proposal)
        return weights / weights.sum()

    def _voted(self, proposal: Proposal) -> NDArray[np.float64]:
        """How likely the votes on a team are in each world."""
        tainted = self._evil_on(proposal.team) > 0
        likely = np.ones(len(self._worlds))
        for voter, vote in proposal.votes.items():
            is_evil = self._worlds[:, self.knowledge.players.index(voter)]
            approving = np.where(
                is_evil,
                np.where(tainted, APPROVING[Team.EVIL, True], APPROVING[Team.EVIL, False]),
                np.where(tainted, APPROVING[Team.GOOD, True], APPROVING[Team.GOOD, False]),
            )
            likely *= approving if vote == APPROVE else 1 - approving
        return likely

    def _evil_on(self, team: Iterable[Player]) -> NDArray[np.int64]:
        """How many on a team are evil in each world: (worlds,)."""
        return self._worlds[:, self._seats(team)].sum(axis=1)

    def _seats(self, names: Iterable[Player]) -> list[int]:
        return [self.knowledge.players.index(name) for name in names]


def _played(evil: NDArray[np.int64], fails: int) -> NDArray[np.float64]:
    """How likely so many fails are where so many evil players each fail the quest by a throw of their own."""
    likely = [
        comb(n, fails) * FAILING**fails * (1 - FAILING) ** max(n - fails, 0) for n in range(evil.max() + 1)
    ]
    return np.array(likely)[evil]


@cache
def _every_world(players: int, evil: int) -> Worlds:
    rows = list(combinations(range(players), evil))
    worlds = np.zeros((len(rows), players), dtype=np.bool_)
    for number, seats in enumerate(rows):
        worlds[number, list(seats)] = True
    return worlds
