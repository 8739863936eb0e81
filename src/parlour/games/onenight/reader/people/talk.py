"""What all have heard, weighed once for everybody: of opinions only what is news counts in full.

As at the paper's table, an opinion is mostly an echo of what follows from the talk before it.
What everybody has heard is the same for all who ask, so that each clue is weighed once, when it comes up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import VILLAGE, WOLF, Clue
from parlour.games.onenight.reader.people.clues import scored
from parlour.games.onenight.reader.people.deals import Deals, every_deal, shares
from parlour.language.facts import Name
from parlour.reader import OPINIONS, echo_odds

Shape = tuple[int, int, int, int, int]
"""How many players, and how many cards of werewolf, minion, tanner and robber."""


@dataclass(frozen=True, kw_only=True)
class WeighedTalk:
    """What was said so far.

    Attributes:
        clues: each with how much of it is an echo.
        scores: the logarithm of how likely all of them together are in each row: (rows,).
    """

    clues: tuple[Clue, ...]
    scores: NDArray[np.float64]


@lru_cache(maxsize=64)
def heard(clue: Clue, players: tuple[Name, ...], shape: Shape) -> NDArray[np.float64]:
    """The logarithm of how likely a clue is in each row, up to a constant: (rows,)."""
    return scored(clue, every_deal(*shape), players)


@lru_cache(maxsize=64)
def weighed(found: tuple[Clue, ...], players: tuple[Name, ...], shape: Shape) -> WeighedTalk:
    """The clues in order, each opinion once, and how likely they are; each rests on what came before it."""
    deals = every_deal(*shape)
    if not found:
        return WeighedTalk(clues=(), scores=np.zeros(len(deals.odds)))
    before, clue = weighed(found[:-1], players, shape), found[-1]
    if clue.kind in OPINIONS:
        if any((each.kind, each.by, each.about) == (clue.kind, clue.by, clue.about) for each in before.clues):
            return before
        clue = replace(clue, echo=_echo(clue, before.scores, deals, players))
    scores = before.scores + heard(clue, players, shape)
    return WeighedTalk(clues=(*before.clues, clue), scores=scores)


def _echo(clue: Clue, scores: NDArray[np.float64], deals: Deals, players: tuple[Name, ...]) -> float:
    """The odds that an opinion repeats what follows from the talk so far in its speaker's seat."""
    by = players.index(clue.by)
    is_village = deals.known[:, by] == VILLAGE
    likely = scores + deals.odds + deals.theft
    weights = np.where(is_village, np.exp(likely - likely.max()), 0.0)
    chances = shares(deals.held, weights)[:, WOLF] / weights.sum()
    others = [seat for seat in range(len(players)) if seat != by]
    return echo_odds(chances, clue.kind, players.index(clue.about[0]), others)
