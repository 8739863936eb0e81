"""How likely each player is a werewolf: every pack that there could be, weighed by what was said and done.

A pack is a set of as many players as werewolves were dealt. What is certain (own checks, roles that were
told, who one is) rules packs out; each clue multiplies the weight of a pack by how likely it is if those are
the werewolves. The logarithm of a weight is a quadratic form in the pack's indicator x in {0, 1}^players:

    log w(x) = sum over clues (i, j) of  l_gg + x_i (l_wg - l_gg) + x_j (l_gw - l_gg)
                                         + x_i x_j (l_ww - l_wg - l_gw + l_gg)

so that all packs of a table of 18 with 6 werewolves, 18 564 of them, are weighed by two products of matrices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from math import log

import numpy as np
from numpy.typing import NDArray

from parlour.facts import Name
from parlour.games.werewolf.reader.clues import Clue, clues, noted
from parlour.games.werewolf.reader.parsed import WerewolfPrompt

Packs = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Beliefs:
    """What can be believed of a table.

    Attributes:
        papers: what is known of it.
        is_private: whether what only the reader knows counts; if not, these are the beliefs of anybody.
    """

    papers: WerewolfPrompt
    is_private: bool = True

    @cached_property
    def chances(self) -> Mapping[Name, float]:
        """The probability of each player, the dead too, of being a werewolf."""
        packs = self._packs
        scores = _weighed(packs, self.clues, self.papers.table.players)
        weights = np.exp(scores - scores.max())
        likely = weights @ packs / weights.sum()
        return dict(zip(self.papers.table.players, (float(each) for each in likely), strict=True))

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """What bears on it; what the reader said and did itself is no evidence to it."""
        papers = self.papers
        found = clues(papers)
        if not self.is_private:
            return found
        poisoned = {line["one"] for line in papers.of("poisoned one")}
        rivals = {each.by for each in found if each.kind in ("claims_seer", "follows_claim")} - {papers.me}
        own = [Clue(kind="rivals", by=papers.me, about=name) for name in papers.table.players]
        mine = [each for each in own if papers.role == "seer" and each.about in rivals]
        others = [each for each in found if each.by != papers.me]
        fallen = [each for each in others if each.kind != "fell_by_night" or each.by not in poisoned]
        return (*fallen, *mine, *noted(papers))

    @property
    def certain(self) -> Mapping[Name, bool]:
        """Of whom it is beyond doubt whether they are werewolves."""
        papers = self.papers
        told = {name: role == "werewolf" for name, role in papers.revealed.items()}
        if not self.is_private:
            return told
        checked = {name: is_wolf for name, (_, is_wolf) in papers.checks.items()}
        attacked = {line["one"]: False for line in papers.of("attacked one")}
        fellows = dict.fromkeys(papers.fellows if papers.is_wolf else (), True)
        return {**told, **attacked, **checked, **fellows, papers.me: papers.is_wolf}

    def grounds(self, name: Name) -> Clue | None:
        """The clue that moves the chance of a player most the way it went; none where nothing bears on it."""
        is_suspected = self.chances[name] > self.papers.pack / len(self.papers.table.players)
        sign = 1 if is_suspected else -1
        about = [clue for clue in self.clues if name in (clue.by, clue.about)]
        signed = {clue: sign * _pull(clue, name, self.chances) for clue in about}
        best = max(signed, key=lambda clue: signed[clue], default=None)
        return best if best and signed[best] > 0 else None

    @cached_property
    def _packs(self) -> Packs:
        """Those packs that nothing certain rules out; while the game goes on, some but not half are left."""
        players = self.papers.table.players
        certain = self.certain
        unknown = [seat for seat, name in enumerate(players) if name not in certain]
        wolves = [seat for seat, name in enumerate(players) if certain.get(name)]
        among = _all_packs(len(unknown), self.papers.pack - len(wolves))
        packs = np.zeros((len(among), len(players)))
        packs[:, unknown], packs[:, wolves] = among, 1.0
        alive = np.array([float(name in self.papers.living) for name in players])
        left = packs @ alive
        open_ones = packs[(left >= 1) & (2 * left < alive.sum())]
        return open_ones if len(open_ones) else packs


@cache
def _all_packs(players: int, wolves: int) -> Packs:
    """Every pack, a row each, by its indicator: (packs, players), of 0 and 1."""
    rows = list(combinations(range(players), wolves))
    packs = np.zeros((len(rows), players))
    packs[np.arange(len(rows))[:, None], np.array(rows, dtype=int).reshape(len(rows), wolves)] = 1.0
    return packs


def _weighed(packs: Packs, found: Sequence[Clue], players: Sequence[Name]) -> NDArray[np.float64]:
    """The logarithm of each pack's weight, up to a constant: (packs,)."""
    seats = {name: seat for seat, name in enumerate(players)}
    alone, paired = np.zeros(len(players)), np.zeros((len(players), len(players)))
    for clue in found:
        by, about = seats[clue.by], seats[clue.about]
        good, hit, bad, both = map(log, clue.cells)
        alone[by] += bad - good
        if by != about:
            alone[about] += hit - good
            paired[by, about] += both - bad - hit + good
    return packs @ alone + np.einsum("ij,ij->i", packs @ paired, packs)


def _pull(clue: Clue, name: Name, chances: Mapping[Name, float]) -> float:
    """How far a clue speaks for a player being a werewolf, as a logarithm of odds."""
    good, hit, bad, both = map(log, clue.cells)
    if clue.by == clue.about:
        return bad - good
    if clue.by == name:
        other = chances[clue.about]
        return (1 - other) * (bad - good) + other * (both - hit)
    other = chances[clue.by]
    return (1 - other) * (hit - good) + other * (both - bad)
