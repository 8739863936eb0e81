"""The probability of each player to be the werewolf, the minion or the tanner: every possible deal, weighed.

A world says which player is the werewolf, which the minion and which the tanner; the rest is the village. For
ten players there are 720. What is certain (the reader's own role, the roles it knows, what it learned of two)
rules worlds out; each clue multiplies the weight of a world by how likely it is there. An opinion counts only
as far as it is news (see `parlour.reader.echoes`): it is an echo of what an ordinary player of the village in
the speaker's seat would say by then. The reader's own words are no evidence to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import MINION, SIDES, TANNER, VILLAGE, WOLF, Clue, claimants, clues
from parlour.games.onenight.reader.parsed import OneNightPrompt
from parlour.language.facts import Name
from parlour.reader import OPINIONS, ClueBeliefs, echo_odds, steady


@dataclass(frozen=True, kw_only=True)
class Beliefs(ClueBeliefs):
    """The beliefs about a table."""

    papers: OneNightPrompt

    @cached_property
    def chances(self) -> Mapping[Name, float]:
        """The probability of each player of being the werewolf."""
        return self._shares(WOLF)

    @cached_property
    def tanners(self) -> Mapping[Name, float]:
        return self._shares(TANNER)

    @cached_property
    def minions(self) -> Mapping[Name, float]:
        return self._shares(MINION)

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """The evidence; to a seer or a mason each other claim to that role is a lie."""
        papers = self.papers
        found = weigh_echoes(clues(papers), papers.table.players, papers.has_minion, papers.has_tanner)
        if not self.is_private:
            return found
        others = tuple(clue for clue in found if clue.by != papers.me)
        if papers.role not in ("seer", "mason"):
            return others
        false = [name for name in claimants(papers, papers.role) if name not in (papers.me, papers.mason)]
        return (*others, *(Clue(kind="rivals", by=papers.me, about=(name,)) for name in false))

    @cached_property
    def certain(self) -> frozenset[Name]:
        """The players of whom it is certain whether they are the werewolf."""
        return frozenset(name for name, likely in self.chances.items() if likely < 1e-9 or likely > 1 - 1e-9)

    def grounds(self, name: Name) -> Clue | None:
        """Returns the clue that speaks most for a player's being the werewolf, if any."""
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
        papers = self.papers
        worlds = every_world(len(papers.table.players), papers.has_minion, papers.has_tanner)
        return worlds[self._possible(worlds)] if self.is_private else worlds

    def _possible(self, worlds: Worlds) -> NDArray[np.bool_]:
        papers = self.papers
        known = {papers.me: SIDES.get(papers.role, VILLAGE)}
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
        return {clue: score_clue(clue, self._worlds, players, is_gullible=steps == 1) for clue in clues}

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """The probability of each world: (worlds,)."""
        return probable(sum(self._scores.values(), start=(self._worlds == WOLF) @ self._opinions))

    @property
    def _opinions(self) -> NDArray[np.float64]:
        """The logarithms of the odds by earlier thoughts: (players,)."""
        players, bounds = self.papers.table.players, self.papers.bounds
        counts = self.is_private and bounds.is_reminded
        return np.array([np.log(bounds.odds(name)) if counts else 0.0 for name in players])


Worlds = NDArray[np.int8]
"""A row for each world, with the side of each player: (worlds, players)."""


@cache
def every_world(players: int, has_minion: bool, has_tanner: bool) -> Worlds:  # noqa: FBT001 - cached
    """Returns all worlds for so many players."""
    sides = [WOLF, *([MINION] if has_minion else []), *([TANNER] if has_tanner else [])]
    rows = list(permutations(range(players), len(sides)))
    worlds = np.full((len(rows), players), VILLAGE, dtype=np.int8)
    for number, seats in enumerate(rows):
        worlds[number, list(seats)] = sides
    return worlds


def has_wolf(worlds: Worlds, seats: Sequence[int]) -> NDArray[np.bool_]:
    """Returns the worlds in which one of those seats has the werewolf: (worlds,)."""
    return (worlds[:, list(seats)] == WOLF).any(axis=1)


def score_clue(
    clue: Clue, worlds: Worlds, players: Sequence[Name], *, is_gullible: bool = False
) -> NDArray[np.float64]:
    """Returns the logarithm of how likely a clue is in each world, up to a constant: (worlds,).

    A gullible reader takes each statement on others as if the village made it.
    """
    speaker = worlds[:, players.index(clue.by)]
    if is_gullible and clue.about:
        speaker = np.full_like(speaker, VILLAGE)
    seats = [players.index(name) for name in clue.about]
    rest = (worlds[:, seats] != VILLAGE).any(axis=1)
    among = np.where(has_wolf(worlds, seats), 1, np.where(rest, 2, 0))
    return np.log(np.array(clue.cells))[speaker, among]


def probable(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the probabilities of worlds with those scores: (worlds,)."""
    weights = np.exp(scores - scores.max())
    return weights / weights.sum()


@lru_cache(maxsize=256)
def weigh_echoes(
    found: tuple[Clue, ...],
    players: tuple[Name, ...],
    has_minion: bool,  # noqa: FBT001 - cached
    has_tanner: bool,  # noqa: FBT001 - cached
) -> tuple[Clue, ...]:
    """Returns the clues in order, each opinion once, with its share that only repeats what came before."""
    worlds = every_world(len(players), has_minion, has_tanner)
    return tuple(_with_echoes(found, worlds, players))


def _with_echoes(found: Sequence[Clue], worlds: Worlds, players: Sequence[Name]) -> Iterator[Clue]:
    scores, told = np.zeros(len(worlds)), set[tuple[object, ...]]()
    for clue in found:
        key = (clue.kind, clue.by, clue.about)
        if clue.kind in OPINIONS and key in told:
            continue
        told.add(key)
        fresh = replace(clue, echo=_echo(clue, scores, worlds, players)) if clue.kind in OPINIONS else clue
        scores += score_clue(fresh, worlds, players)
        yield fresh


def _echo(clue: Clue, scores: NDArray[np.float64], worlds: Worlds, players: Sequence[Name]) -> float:
    is_village = worlds[:, players.index(clue.by)] == VILLAGE
    chances = probable(scores[is_village]) @ (worlds[is_village] == WOLF)
    others = [seat for seat, name in enumerate(players) if name != clue.by]
    return echo_odds(chances, clue.kind, players.index(clue.about[0]), others)
