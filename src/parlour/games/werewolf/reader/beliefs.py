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

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import combinations
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
    """The beliefs about a table.

    Attributes:
        papers: the parsed prompt.
        is_private: whether private knowledge counts; if not, these are the beliefs of any player.
    """

    papers: WerewolfPrompt
    is_private: bool = True

    @cached_property
    def chances(self) -> Mapping[Name, float]:
        """The probability of each player, the dead too, of being a werewolf."""
        packs = self._packs
        steps = self.papers.bounds.steps
        clues = () if steps == 0 else self.clues
        scores = weigh_packs(packs, clues, self.papers.table.players, is_gullible=steps == 1)
        scores += packs @ self._opinions
        weights = np.exp(scores - scores.max())
        likely = weights @ packs / weights.sum()
        return dict(zip(self.papers.table.players, map(steady, likely), strict=True))

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """The evidence; the reader's own words and deeds are no evidence to it."""
        papers = self.papers
        found = weigh_echoes(public_evidence(papers), papers.table.players, papers.pack)
        if not self.is_private:
            return found
        poisoned = {line["one"] for line in papers.of("poisoned one")}
        rivals = {each.by for each in found if each.kind in ("claims_seer", "follows_claim")} - {papers.me}
        own = [Clue(kind="rivals", by=papers.me, about=name) for name in papers.table.players]
        mine = [each for each in own if papers.role == "seer" and each.about in rivals]
        others = [each for each in found if each.by != papers.me]
        fallen = [each for each in others if each.kind != "fell_by_night" or each.by not in poisoned]
        return (*fallen, *mine, *note_clues(papers))

    @property
    def _opinions(self) -> NDArray[np.float64]:
        """The logarithms of the odds by earlier thoughts: (players,); trust is a clue already."""
        players, bounds = self.papers.table.players, self.papers.bounds
        counts = self.is_private and bounds.is_reminded and not self.papers.trust
        return np.array([log(bounds.odds(name)) if counts else 0.0 for name in players])

    @property
    def certain(self) -> Mapping[Name, bool]:
        """The players whose side is certain, with whether they are werewolves."""
        papers = self.papers
        told = {name: role in PACK for name, role in papers.revealed.items()}
        if not self.is_private:
            return told
        checked = {name: is_wolf for name, (_, is_wolf) in papers.checks.items()}
        attacked = {line["one"]: False for line in papers.of("attacked one")}
        knows = papers.role in (*PACK, _SISTER)
        fellows = dict.fromkeys(papers.fellows if knows else (), papers.is_wolf)
        return self._fitting(
            {**told, **attacked, **checked, **papers.learned, **fellows, papers.me: papers.is_wolf}
        )

    def _fitting(self, found: Mapping[Name, bool]) -> Mapping[Name, bool]:
        """Leaves out the first of the learned sides if there are more than the table has: one was misread."""
        papers, misread = self.papers, set[Name]()
        for is_wolf, most in ((True, papers.pack), (False, len(papers.table.players) - papers.pack)):
            alike = [name for name in found if found[name] is is_wolf]
            learned = [name for name in (*papers.checks, *papers.learned) if name in alike]
            misread.update(learned[: max(0, len(alike) - most)])
        return {name: is_wolf for name, is_wolf in found.items() if name not in misread}

    def grounds(self, name: Name) -> Clue | None:
        """Returns the clue that moves the chance of a player most in its direction, if any."""
        is_suspected = self.chances[name] > self.papers.pack / len(self.papers.table.players)
        sign = 1 if is_suspected else -1
        about = [clue for clue in self.clues if name in (clue.by, clue.about)]
        signed = {clue: sign * _pull(clue, name, self.chances) for clue in about}
        best = max(signed, key=lambda clue: signed[clue], default=None)
        return best if best and signed[best] > 0 else None

    @cached_property
    def _packs(self) -> Packs:
        """The packs that nothing certain rules out; while the game goes on, some but not half are left."""
        players = self.papers.table.players
        certain = self.certain
        unknown = [seat for seat, name in enumerate(players) if name not in certain]
        wolves = [seat for seat, name in enumerate(players) if certain.get(name)]
        among = every_pack(len(unknown), self.papers.pack - len(wolves))
        packs = np.zeros((len(among), len(players)))
        packs[:, unknown], packs[:, wolves] = among, 1.0
        alive = np.array([float(name in self.papers.living) for name in players])
        fits = goes_on(packs, alive)
        for each in self._neighbours:
            among = packs[:, [seat for seat, name in enumerate(players) if name in each.names]].sum(axis=1)
            fits &= (among > 0) == each.has_wolf
        open_ones = packs[fits]
        return open_ones if len(open_ones) else packs

    @property
    def _neighbours(self) -> Iterator[Neighbours]:
        """The growls of a bear whose tamer is known: the reader, or a player whose card was shown."""
        papers = self.papers
        tamers = [name for name, role in papers.revealed.items() if role == _TAMER]
        if self.is_private and papers.role == _TAMER:
            tamers = [papers.me]
        return (each for tamer in tamers for each in papers.growls(tamer))


def _pull(clue: Clue, name: Name, chances: Mapping[Name, float]) -> float:
    """Returns the weight of a clue for a player being a werewolf, as a logarithm of odds."""
    good, hit, bad, both = map(log, clue.cells)
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
    rows = list(combinations(range(players), wolves))
    packs = np.zeros((len(rows), players))
    packs[np.arange(len(rows))[:, None], np.array(rows, dtype=int).reshape(len(rows), wolves)] = 1.0
    return packs


def goes_on(packs: Packs, alive: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Returns a mask of the packs with which the game goes on: some werewolves, but not half of the living.

    Args:
        packs: (packs, players).
        alive: 1 for the living, 0 for the dead: (players,).
    """
    left = packs @ alive
    return (left >= 1) & (2 * left < alive.sum())


def weigh_packs(
    packs: Packs, found: Sequence[Clue], players: Sequence[Name], *, is_gullible: bool = False
) -> NDArray[np.float64]:
    """Returns the logarithm of each pack's weight, up to a constant: (packs,).

    A gullible reader takes each deed to others as if its author were no werewolf.
    """
    seats = {name: seat for seat, name in enumerate(players)}
    alone, paired = np.zeros(len(players)), np.zeros((len(players), len(players)))
    for clue in found:
        by, about = seats[clue.by], seats[clue.about]
        good, hit, bad, both = map(log, clue.cells)
        if is_gullible and by != about:
            bad, both = good, hit
        alone[by] += bad - good
        if by != about:
            alone[about] += hit - good
            paired[by, about] += both - bad - hit + good
    return packs @ alone + np.einsum("ij,ij->i", packs @ paired, packs)


def score_clue(clue: Clue, packs: Packs, players: Sequence[Name]) -> NDArray[np.float64]:
    """Returns the logarithm of how likely a single clue is with each pack: (packs,)."""
    cells = np.log(np.array(clue.cells))
    by, about = (packs[:, players.index(name)].astype(int) for name in (clue.by, clue.about))
    return cells[2 * by + about if clue.by != clue.about else 2 * by]


Scores = NDArray[np.float64]


@lru_cache(maxsize=256)
def weigh_echoes(happened: tuple[Clue | Gone, ...], players: tuple[Name, ...], pack: int) -> tuple[Clue, ...]:
    """Returns the clues in order, each opinion once, with its share that only repeats what came before.

    Args:
        happened: the public events of the table, in order.
        players: all players, in seat order.
        pack: how many werewolves were dealt.
    """
    return tuple(_with_echoes(happened, Hearsay(players=players, packs=every_pack(len(players), pack))))


@dataclass(kw_only=True)
class Hearsay:
    """The public course of a game so far.

    Attributes:
        players: all players, in seat order.
        packs: every pack that there could be: (packs, players).
    """

    players: Sequence[Name]
    packs: Packs

    def __post_init__(self) -> None:
        """Begins before anything has happened."""
        self.living = list(self.players)
        self.scores: Scores = np.zeros(len(self.packs))
        self.own: defaultdict[Name, Scores] = defaultdict(lambda: np.zeros(len(self.packs)))

    def bury(self, gone: Gone) -> None:
        """Removes a player from the game, and the packs that its revealed side rules out."""
        self.living = [name for name in self.living if name != gone.name]
        if gone.is_wolf is not None:
            kept = self.packs[:, self.players.index(gone.name)] == gone.is_wolf
            self.packs, self.scores = self.packs[kept], self.scores[kept]
            self.own = defaultdict(
                lambda: np.zeros(len(self.packs)), {name: each[kept] for name, each in self.own.items()}
            )

    def add(self, clue: Clue) -> None:
        """Adds a clue."""
        scores = score_clue(clue, self.packs, self.players)
        self.scores = self.scores + scores
        self.own[clue.by] = self.own[clue.by] + scores

    def echo(self, clue: Clue) -> float:
        """Returns the odds that an opinion repeats what follows from the talk so far for its speaker."""
        speaker, about = self.players.index(clue.by), self.players.index(clue.about)
        others = [self.players.index(name) for name in self.living if name != clue.by]
        alive = np.array([float(name in self.living) for name in self.players])
        fits = goes_on(self.packs, alive) & (self.packs[:, speaker] == 0)
        if about not in others or not fits.any():
            return 0.0
        scores = (self.scores - self.own[clue.by])[fits]
        weights = np.exp(scores - scores.max())
        chances = weights @ self.packs[fits] / weights.sum()
        return echo_odds(chances, clue.kind, about, others)


def _with_echoes(happened: Sequence[Clue | Gone], hearsay: Hearsay) -> Iterator[Clue]:
    told = set[tuple[str, Name, Name]]()
    for each in happened:
        if isinstance(each, Gone):
            hearsay.bury(each)
            continue
        key = (each.kind, each.by, each.about)
        if key in told:
            continue
        told.add(key)
        clue = replace(each, echo=hearsay.echo(each)) if each.kind in OPINIONS else each
        hearsay.add(clue)
        yield clue
