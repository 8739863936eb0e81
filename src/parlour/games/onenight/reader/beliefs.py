"""The probability of each player to be the werewolf, the minion or the tanner, and the choices that follow.

A world says which player is the werewolf, which the minion and which the tanner; the rest is the village. For
ten players there are 720. What is certain (the reader's own role, the roles it knows, what it learned of two)
rules worlds out; each clue multiplies the weight of a world by how likely it is there. An opinion counts only
as far as it is news (see `parlour.reader.echoes`): it is an echo of what an ordinary player of the village in
the speaker's seat would say by then. The reader's own words are no evidence to it. By these beliefs and its
role a player chooses its suspects, the two to point at, and its vote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import MINION, SIDES, TANNER, VILLAGE, WOLF, Clue, claimants, clues
from parlour.games.onenight.reader.parsed import OneNightPrompt, Pointing
from parlour.language.facts import Name, NeitherOfTwo, OneOfTwo
from parlour.reader import EVEN, OPINIONS, ClueMind, declared_first, echo_odds, order_by, steady


@dataclass(frozen=True, kw_only=True)
class Beliefs:
    """The beliefs about a table: the reader's, or any player's without `is_private`."""

    prompt: OneNightPrompt
    is_private: bool = True

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
        prompt = self.prompt
        evidence = weigh_echoes(clues(prompt), prompt.table.players, prompt.has_minion, prompt.has_tanner)
        if not self.is_private:
            return evidence
        others = tuple(clue for clue in evidence if clue.by != prompt.me)
        if prompt.role not in ("seer", "mason"):
            return others
        false = [name for name in claimants(prompt, prompt.role) if name not in (prompt.me, prompt.mason)]
        return (*others, *(Clue(kind="rivals", by=prompt.me, about=(name,)) for name in false))

    @cached_property
    def certain(self) -> frozenset[Name]:
        """The players who are certainly the werewolf, or certainly not."""
        return frozenset(name for name, likely in self.chances.items() if likely < 1e-9 or likely > 1 - 1e-9)

    def grounds(self, name: Name) -> Clue | None:
        """Returns the clue that speaks most for a player's being the werewolf, if any."""
        return _strongest(self._pulls(name))

    def support(self, name: Name) -> Clue | None:
        """Returns the clue that speaks most against a player's being the werewolf, if any."""
        return _strongest({clue: -pull for clue, pull in self._pulls(name).items()})

    def _pulls(self, name: Name) -> Mapping[Clue, float]:
        is_wolf = self._worlds[:, self._seat(name)] == WOLF
        weights = self._weights
        if not (weights[is_wolf].sum() and weights[~is_wolf].sum()):
            return {}
        return {
            clue: steady(
                np.average(scores[is_wolf], weights=weights[is_wolf])
                - np.average(scores[~is_wolf], weights=weights[~is_wolf])
            )
            for clue, scores in self._scores.items()
            if name == clue.by or name in clue.about
        }

    def _shares(self, side: int) -> Mapping[Name, float]:
        shares = self._weights @ (self._worlds == side)
        return dict(zip(self.prompt.table.players, map(steady, shares), strict=True))

    def _seat(self, name: Name) -> int:
        return self.prompt.table.players.index(name)

    @cached_property
    def _worlds(self) -> Worlds:
        prompt = self.prompt
        worlds = every_world(len(prompt.table.players), prompt.has_minion, prompt.has_tanner)
        return worlds[self._possible(worlds)] if self.is_private else worlds

    def _possible(self, worlds: Worlds) -> NDArray[np.bool_]:
        prompt = self.prompt
        sides = {prompt.me: SIDES.get(prompt.role, VILLAGE)}
        sides |= {prompt.mason: VILLAGE} if prompt.mason else {}
        sides |= {prompt.wolf: WOLF} if prompt.wolf else {}
        mask = np.ones(len(worlds), dtype=np.bool_)
        for name, side in sides.items():
            mask &= worlds[:, self._seat(name)] == side
        if prompt.pointing:
            mask &= has_wolf(worlds, self._seats(prompt.pointing.pair)) == prompt.pointing.has_wolf
        return mask

    def _seats(self, names: Sequence[Name]) -> list[int]:
        return [self._seat(name) for name in names]

    @cached_property
    def _scores(self) -> Mapping[Clue, NDArray[np.float64]]:
        """The logarithm of how likely each clue is in each world."""
        steps, players = self.prompt.bounds.steps, self.prompt.table.players
        clues = () if steps == 0 else self.clues
        return {clue: score_clue(clue, self._worlds, players, is_gullible=steps == 1) for clue in clues}

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """The probability of each world: (worlds,)."""
        return probable(sum(self._scores.values(), start=(self._worlds == WOLF) @ self._opinions))

    @property
    def _opinions(self) -> NDArray[np.float64]:
        """The logarithms of the odds by earlier thoughts: (players,)."""
        players, bounds = self.prompt.table.players, self.prompt.bounds
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
    clues: tuple[Clue, ...],
    players: tuple[Name, ...],
    has_minion: bool,  # noqa: FBT001 - cached
    has_tanner: bool,  # noqa: FBT001 - cached
) -> tuple[Clue, ...]:
    """Returns the clues in order, each opinion once, with its share that only repeats what came before."""
    worlds = every_world(len(players), has_minion, has_tanner)
    return tuple(_with_echoes(clues, worlds, players))


def _with_echoes(clues: Sequence[Clue], worlds: Worlds, players: Sequence[Name]) -> Iterator[Clue]:
    scores, keys = np.zeros(len(worlds)), set[tuple[object, ...]]()
    for clue in clues:
        key = (clue.kind, clue.by, clue.about)
        if clue.kind in OPINIONS and key in keys:
            continue
        keys.add(key)
        fresh = replace(clue, echo=_echo(clue, scores, worlds, players)) if clue.kind in OPINIONS else clue
        scores += score_clue(fresh, worlds, players)
        yield fresh


def _echo(clue: Clue, scores: NDArray[np.float64], worlds: Worlds, players: Sequence[Name]) -> float:
    is_village = worlds[:, players.index(clue.by)] == VILLAGE
    chances = probable(scores[is_village]) @ (worlds[is_village] == WOLF)
    others = [seat for seat, name in enumerate(players) if name != clue.by]
    return echo_odds(chances, clue.kind, players.index(clue.about[0]), others)


def _strongest(pulls: Mapping[Clue, float]) -> Clue | None:
    best = max(pulls, key=lambda clue: pulls[clue], default=None)
    return best if best and pulls[best] > 0 else None


@dataclass(frozen=True, kw_only=True)
class Mind(ClueMind[Beliefs]):
    """A player before a decision."""

    prompt: OneNightPrompt

    def believe(self, *, is_private: bool) -> Beliefs:
        return Beliefs(prompt=self.prompt, is_private=is_private)

    @property
    def outward(self) -> Beliefs:
        return self.guise.own

    @cached_property
    def guise(self) -> Mind:
        """The player it poses as: in the village itself, else a villager, or the seer of its story.

        Outside the village it computes that player's beliefs from the same talk. It would give itself away if
        it spoke as one without any private knowledge, not even that it is of the village.
        """
        return self if self.prompt.is_of_village else Mind(prompt=self.prompt.posing(self._story))

    @property
    def _story(self) -> Pointing | None:
        for fact in (*self.night, *reversed(self.prompt.kept_words)):
            match fact:
                case OneOfTwo(whom=one, other=two) | NeitherOfTwo(whom=one, other=two):
                    return Pointing(pair=(one, two), has_wolf=isinstance(fact, OneOfTwo))
                case _:
                    pass
        return None

    @cached_property
    def suspects(self) -> tuple[Name, ...]:
        """The others, from the first to point at to the last.

        All rank by their beliefs, or by their guise's: to spare a player in public would expose both. The
        votes are secret until the end, and there a minion may spare players. It never names a werewolf that
        it knows.
        """
        chances = self.outward.chances
        others = [name for name in self.prompt.others if name != self.prompt.wolf]
        return self.order(others, lambda name: -chances[name])

    def pair(self, options: Sequence[Name], count: int = 2) -> tuple[Name, ...]:
        """Returns the two players to point at as a seer: the next in a circle shuffled by the seed.

        There was no talk yet, so that the draw is the same in every match; an invented night names the two
        that it would have pointed at. In a circle each seat is pointed at from two others, where a draw per
        seer would look at some seats in most matches.
        """
        circle = order_by(self.prompt.table.players, lambda name: 0.0, (self.prompt.draw_seed,))
        mine = circle.index(self.prompt.me)
        return tuple(name for name in (*circle[mine:], *circle[:mine]) if name in options)[:count]

    def vote(self, options: Sequence[Name]) -> Name:
        """Returns its vote.

        The village: the likeliest werewolf. The werewolf, and a minion that knows it: a player that others
        suspect, and no tanner. Another minion: a player who is likely neither. The tanner: the least
        suspected player. Outside the village it keeps to players whom somebody suspected aloud.
        """
        if not self.prompt.is_of_village:
            named = [name for name in options if name in self.prompt.all_declared]
            return self.order(named or options, self._unfit)[0]
        ranked = self.order(options, self._unfit)
        return declared_first(self.prompt, ranked, lambda name: self.own.chances[name])[0]

    def _unfit(self, name: Name) -> float:
        common, own = self.common.chances, self.own
        match self.prompt.role:
            case "werewolf":
                return own.tanners[name] - common[name]
            case "minion" if self.prompt.wolf:
                return (name == self.prompt.wolf) + own.tanners[name] - common[name]
            case "minion":
                return own.chances[name] + own.tanners[name]
            case "tanner":
                return common[name]
            case _:
                return -own.chances[name]

    def order(self, names: Sequence[Name], by: Callable[[Name], float]) -> tuple[Name, ...]:
        return order_by(names, lambda name: round(by(name) / EVEN), (self.prompt.occasion,))
