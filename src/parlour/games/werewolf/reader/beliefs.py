"""The probability of each player to be a werewolf: every possible pack, weighed by what was said and done.

What is certain (own checks, roles that were revealed, the reader's own role) rules packs out; each clue
multiplies the weight of a pack by how likely it is if those are the werewolves. A pack is a set of as many
players as werewolves were dealt, given by its indicator x in {0, 1}^players. The logarithm of its weight is a
quadratic form in x:

  log w(x) = sum over clues (i, j) of  l_gg + x_i (l_wg - l_gg) + x_j (l_gw - l_gg)
                                       + x_i x_j (l_ww - l_wg - l_gw + l_gg)

so that all packs of a table of 18 with 6 werewolves, 18 564 of them, are weighed by two products of matrices.

An opinion counts only as far as it is news (see `parlour.reader.echoes`): it is an echo of what a good player
in the speaker's seat would say by then, without what the speaker said itself. The reader's own words and
deeds are no evidence to it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import accumulate, combinations
from math import log

import numpy as np
from numpy.typing import NDArray

from parlour.games.werewolf.reader.clues import Clue, Gone, note_clues, public_evidence
from parlour.games.werewolf.reader.parsed import Neighbours, WerewolfPrompt
from parlour.games.werewolf.setup import PACK
from parlour.language.facts import Name
from parlour.reader import OPINIONS, echo_odds, steady

_TAMER, _SISTER = "bear_tamer", "sister"


@dataclass(frozen=True, kw_only=True)
class Beliefs:
    """The beliefs about a table: the reader's, or any player's without `is_private`."""

    prompt: WerewolfPrompt
    is_private: bool = True

    @cached_property
    def chances(self) -> Mapping[Name, float]:
        """The probability of each player, the dead too, of being a werewolf."""
        prompt, steps = self.prompt, self.prompt.bounds.steps
        return weigh_table(
            players=prompt.table.players,
            pack=prompt.pack,
            certain=tuple(self.certain.items()),
            living=prompt.living,
            neighbours=tuple(self._neighbours),
            clues=() if steps == 0 else self.clues,
            opinions=self._opinions,
            is_gullible=steps == 1,
        )

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """The evidence; the reader's own words and deeds are no evidence to it."""
        prompt = self.prompt
        evidence = weigh_echoes(public_evidence(prompt), prompt.table.players, prompt.pack)
        if not self.is_private:
            return evidence
        poisoned = {line["one"] for line in prompt.of("poisoned one")}
        rivals = {clue.by for clue in evidence if clue.kind in ("claims_seer", "follows_claim")} - {prompt.me}
        own = [Clue(kind="rivals", by=prompt.me, about=name) for name in prompt.table.players]
        mine = [clue for clue in own if prompt.role == "seer" and clue.about in rivals]
        others = [clue for clue in evidence if clue.by != prompt.me]
        fallen = [clue for clue in others if clue.kind != "fell_by_night" or clue.by not in poisoned]
        return (*fallen, *mine, *note_clues(prompt))

    @property
    def _opinions(self) -> tuple[float, ...]:
        """The logarithms of the odds by earlier thoughts, in seat order; trust is a clue already."""
        players, bounds = self.prompt.table.players, self.prompt.bounds
        counts = self.is_private and bounds.is_reminded and not self.prompt.trust
        return tuple(log(bounds.odds(name)) if counts else 0.0 for name in players)

    @property
    def certain(self) -> Mapping[Name, bool]:
        """The players whose side is certain, with whether they are werewolves."""
        prompt = self.prompt
        sides = {name: role in PACK for name, role in prompt.known_roles.items()}
        if not self.is_private:
            return sides
        checked = {name: is_wolf for name, (_, is_wolf) in prompt.checks.items()}
        attacked = {line["one"]: False for line in prompt.of("attacked one")}
        knows = prompt.role in (*PACK, _SISTER)
        fellows = dict.fromkeys(prompt.fellows if knows else (), prompt.is_wolf)
        return self._fitting(
            {**sides, **attacked, **checked, **prompt.known_sides, **fellows, prompt.me: prompt.is_wolf}
        )

    def _fitting(self, sides: Mapping[Name, bool]) -> Mapping[Name, bool]:
        """Leaves out the first of the learned sides if there are more than the table has: one was misread."""
        prompt, misread = self.prompt, set[Name]()
        for is_wolf, most in ((True, prompt.pack), (False, len(prompt.table.players) - prompt.pack)):
            alike = [name for name in sides if sides[name] is is_wolf]
            learned = [name for name in (*prompt.checks, *prompt.known_sides) if name in alike]
            misread.update(learned[: max(0, len(alike) - most)])
        return {name: is_wolf for name, is_wolf in sides.items() if name not in misread}

    def grounds(self, name: Name) -> Clue | None:
        """Returns the clue that moves the chance of a player most in its direction, if any."""
        is_suspected = self.chances[name] > self.prompt.pack / len(self.prompt.table.players)
        pulls = self._pulls(name)
        best = max(pulls, key=lambda clue: pulls[clue] if is_suspected else -pulls[clue], default=None)
        return best if best and (pulls[best] > 0) == is_suspected and pulls[best] else None

    def against(self, name: Name) -> list[Clue]:
        """Returns the clues that may be held against a player, the weightiest first.

        Those with less than half of the weight of the first are left out, and votes that the reader cast too.
        """
        prompt = self.prompt
        own = {line["one"] for line in prompt.of("voted one") if line["actor"] == prompt.me}
        pulls = {
            clue: pull
            for clue, pull in self._pulls(name).items()
            if pull > 0 and not (clue.kind == "voted" and clue.by == name and clue.about in own)
        }
        most = max(pulls.values(), default=0.0)
        return [clue for clue in sorted(pulls, key=lambda clue: -pulls[clue]) if pulls[clue] >= most / 2]

    def _pulls(self, name: Name) -> Mapping[Clue, float]:
        """Returns what each clue that names a player adds to the logarithm of their odds."""
        about = (clue for clue in self.clues if name in (clue.by, clue.about))
        return {clue: _pull(clue, name, self.chances) for clue in about}

    @property
    def _neighbours(self) -> Iterator[Neighbours]:
        prompt = self.prompt
        tamers = [name for name, role in prompt.known_roles.items() if role == _TAMER]
        if self.is_private and prompt.role == _TAMER:
            tamers = [prompt.me]
        return (pair for tamer in tamers for pair in prompt.growls(tamer))


def _pull(clue: Clue, name: Name, chances: Mapping[Name, float]) -> float:
    """Returns the weight of a clue for a player being a werewolf, as a logarithm of odds."""
    good, hit, bad, both = clue.logs
    if clue.by == clue.about:
        return bad - good
    if clue.by == name:
        other = chances[clue.about]
        return (1 - other) * (bad - good) + other * (both - hit)
    other = chances[clue.by]
    return (1 - other) * (hit - good) + other * (both - bad)


Packs = NDArray[np.float64]


@cache
def every_pack(players: int, wolves: int) -> Packs:
    """Returns all possible packs, a row each: (packs, players), of 0 and 1."""
    rows = list(combinations(range(players), wolves)) if wolves >= 0 else []
    packs = np.zeros((len(rows), players), order="F")
    packs[np.arange(len(rows))[:, None], np.array(rows, dtype=int).reshape(len(rows), max(wolves, 0))] = 1.0
    return packs


def goes_on(packs: Packs, alive: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Returns a mask of the packs with which the game goes on: some werewolves, but not half of the living.

    Args:
        packs: (packs, players).
        alive: 1 for the living, 0 for the dead: (players,).
    """
    left = packs @ alive
    return (left >= 1) & (2 * left < alive.sum())


@lru_cache(maxsize=512)
def weigh_table(
    *,
    players: tuple[Name, ...],
    pack: int,
    certain: tuple[tuple[Name, bool], ...],
    living: tuple[Name, ...],
    neighbours: tuple[Neighbours, ...],
    clues: tuple[Clue, ...],
    opinions: tuple[float, ...],
    is_gullible: bool,
) -> Mapping[Name, float]:
    """Returns the probability of each player of being a werewolf.

    Packs that something certain rules out do not count; while the game goes on, some werewolves but not half
    of the living are left, unless nothing fits that.

    Args:
        players: all players, in seat order.
        pack: how many werewolves were dealt.
        certain: the players whose side is certain, with whether they are werewolves.
        living: the players still in the game.
        neighbours: groups of players with or without a werewolf.
        clues: the evidence.
        opinions: the logarithms of the odds by earlier thoughts, in seat order.
        is_gullible: whether each deed to others counts as if its author were no werewolf.
    """
    sides = dict(certain)
    unknown = [seat for seat, name in enumerate(players) if name not in sides]
    wolves = [seat for seat, name in enumerate(players) if sides.get(name)]
    packs = every_pack(len(unknown), pack - len(wolves))
    alone, paired = _coefficients(clues, players, is_gullible=is_gullible)
    alone += opinions
    alone += paired[:, wolves].sum(axis=1) + paired[wolves].sum(axis=0)
    scores = np.einsum("ij,ij->i", packs @ paired[np.ix_(unknown, unknown)] + alone[unknown], packs)
    alive = np.array([float(name in living) for name in players])
    left = packs @ alive[unknown] + alive[wolves].sum()
    fits = (left >= 1) & (2 * left < alive.sum())
    for names, has_wolf in neighbours:
        beside = np.array([float(name in names) for name in players])
        fits &= (packs @ beside[unknown] + beside[wolves].sum() > 0) == has_wolf
    if fits.any():
        scores[~fits] = -np.inf
    weights = np.exp(scores - scores.max())
    likely = np.zeros(len(players))
    likely[wolves], likely[unknown] = 1.0, weights @ packs / weights.sum()
    return dict(zip(players, map(steady, likely), strict=True))


def _coefficients(
    clues: Sequence[Clue], players: Sequence[Name], *, is_gullible: bool
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns the quadratic form of a pack's weight: (players,) and (players, players).

    A gullible reader takes each deed to others as if its author were no werewolf.
    """
    seats = {name: seat for seat, name in enumerate(players)}
    alone, paired = [0.0] * len(players), [[0.0] * len(players) for _ in players]
    for clue in clues:
        by, about = seats[clue.by], seats[clue.about]
        good, hit, bad, both = clue.logs
        if is_gullible and by != about:
            bad, both = good, hit
        alone[by] += bad - good
        if by != about:
            alone[about] += hit - good
            paired[by][about] += both - bad - hit + good
    return np.array(alone), np.array(paired)


@lru_cache(maxsize=256)
def weigh_echoes(happened: tuple[Clue | Gone, ...], players: tuple[Name, ...], pack: int) -> tuple[Clue, ...]:
    """Returns the clues in order, each opinion once, with its share that only repeats what came before."""
    marks = [*accumulate(happened, lambda mark, event: hash((mark, event)), initial=hash((players, pack)))]
    course = _COURSES.begin(marks, happened, players, pack)
    for event in happened[len(course.happened) :]:
        course.add(event)
    course.happened = happened
    _COURSES.keep(marks[-1], course)
    return tuple(course.clues.values())


Weights = NDArray[np.float64]


@dataclass(kw_only=True)
class Course:
    """The public course of a game so far.

    Attributes:
        players: all players, in seat order.
        pack: how many werewolves were dealt.
        living: the players still in the game.
        known: the revealed sides of the dead: whether each is a werewolf.
        unknown: all others, in seat order; every pack of them that there could be is weighed.
        going: the packs with which the game goes on: (packs,).
        weights: how likely each pack is, beside the likeliest: (packs,). Those below 1e-308 count as 0.
        own: the factor of each player's own words and deeds in the weights, above 1e-230.
        clues: the clues by what they state, each opinion with its echo.
        happened: the events.
    """

    players: tuple[Name, ...]
    pack: int
    living: tuple[Name, ...]
    known: Mapping[Name, bool]
    unknown: tuple[Name, ...]
    going: NDArray[np.bool_]
    weights: Weights
    own: dict[Name, Weights]
    clues: dict[tuple[str, Name, Name], Clue]
    happened: tuple[Clue | Gone, ...] = ()

    @staticmethod
    def begin(players: tuple[Name, ...], pack: int) -> Course:
        packs = every_pack(len(players), pack)
        return Course(
            players=players,
            pack=pack,
            living=players,
            known={},
            unknown=players,
            going=goes_on(packs, np.ones(len(players))),
            weights=np.ones(len(packs)),
            own={},
            clues={},
        )

    @property
    def size(self) -> int:
        """The numbers that it holds, about: a factor is its own or another course's too."""
        return _EACH + (2 + len(self.own)) * len(self.weights)

    def copy(self) -> Course:
        return replace(self, own=dict(self.own), clues=dict(self.clues))

    def add(self, event: Clue | Gone) -> None:
        """Adds an event; a repeated statement adds nothing."""
        if isinstance(event, Gone):
            self._bury(event)
            return
        key = (event.kind, event.by, event.about)
        if key in self.clues:
            return
        clue = replace(event, echo=self.echo(event)) if event.kind in OPINIONS else event
        place = 2 * self._wolves(clue.by) + (self._wolves(clue.about) if clue.by != clue.about else 0)
        likely = np.array(clue.cells)[place]
        weights = self.weights * likely
        most = weights.max(initial=0.0)
        self.weights = weights / most if most else weights
        self.own[clue.by] = self.own.get(clue.by, 1.0) * likely
        self.clues[key] = clue

    def echo(self, clue: Clue) -> float:
        """Returns the odds that an opinion repeats what follows from the talk so far for its speaker."""
        others = [name for name in self.living if name != clue.by]
        if clue.about not in others or self.known.get(clue.by):
            return 0.0
        weights, unknown, wolves = self.weights * self.going, self.unknown, self._left
        if clue.by in self.own:
            weights /= self.own[clue.by]
        if clue.by in unknown:
            weights = weights.take(packs_without(len(unknown), wolves, unknown.index(clue.by)))
            unknown = tuple(name for name in unknown if name != clue.by)
        whole = weights.sum()
        if not whole:
            return 0.0
        likely = weights @ every_pack(len(unknown), wolves) / whole
        chances = np.array([likely[unknown.index(name)] for name in others])
        return echo_odds(chances, clue.kind, others.index(clue.about), range(len(others)))

    @property
    def _left(self) -> int:
        return self.pack - sum(self.known.values())

    def _wolves(self, name: Name) -> NDArray[np.intp] | int:
        """Returns 1 for a werewolf: with each pack, (packs,), or for all where the side is known."""
        if name in self.known:
            return int(self.known[name])
        return pack_members(len(self.unknown), self._left)[self.unknown.index(name)]

    def _bury(self, gone: Gone) -> None:
        """Removes a player from the game, and the packs that its revealed side rules out."""
        self.living = tuple(name for name in self.living if name != gone.name)
        if gone.is_wolf is not None and gone.name not in self.known:
            mask = self._wolves(gone.name) == gone.is_wolf
            self.known = {**self.known, gone.name: gone.is_wolf}
            self.unknown = tuple(name for name in self.unknown if name != gone.name)
            self.weights = self.weights[mask]
            self.own = {
                name: likelihood[mask] if likelihood.ndim else likelihood
                for name, likelihood in self.own.items()
            }
        alive = np.array([float(name in self.living) for name in self.unknown])
        self.going = goes_on(every_pack(len(self.unknown), self._left), alive)


@cache
def pack_members(players: int, wolves: int) -> NDArray[np.intp]:
    """Returns for each player whether it is in each of all packs: (players, packs), of 0 and 1."""
    return np.ascontiguousarray(every_pack(players, wolves).T.astype(np.intp))


@cache
def packs_without(players: int, wolves: int, seat: int) -> NDArray[np.intp]:
    """Returns the rows of all packs without a player; without its column they are all packs of the others."""
    return np.flatnonzero(pack_members(players, wolves)[seat] == 0)


_ROOM, _EACH = 4_000_000, 4_000
"""The numbers that the kept courses may hold together, and what each counts beside its two rows or more."""


class _Courses:
    """The latest courses of games: talk that goes on is weighed from where it was left.

    A course depends on its events alone, so that seats and matches which share events share it.
    """

    def __init__(self) -> None:
        self._courses, self._numbers = OrderedDict[int, Course](), 0

    def begin(
        self, marks: Sequence[int], happened: tuple[Clue | Gone, ...], players: tuple[Name, ...], pack: int
    ) -> Course:
        """Returns a course of as many of the first events as one that is kept has."""
        for count in range(len(happened), -1, -1):
            course = self._courses.get(marks[count])
            if course and (course.happened, course.players, course.pack) == (happened[:count], players, pack):
                return course.copy()
        return Course.begin(players, pack)

    def keep(self, mark: int, course: Course) -> None:
        if mark not in self._courses:
            self._courses[mark] = course
            self._numbers += course.size
        while self._numbers > _ROOM:
            _, oldest = self._courses.popitem(last=False)
            self._numbers -= oldest.size


_COURSES = _Courses()
