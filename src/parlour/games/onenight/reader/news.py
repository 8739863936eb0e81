"""How much of what is said of others is news: what everybody had to expect tells nothing of its own.

Whoever knows nothing suspects whom all that was said so far makes the likeliest, and says so. One after
another they would then be heard as so many witnesses, where there is none. So an opinion is heard as a
mixture: with probability `ECHO` somebody of the village repeats what follows for anybody from what all had
heard, and else says something of their own,

    P(names x | world) = ECHO q(x) + (1 - ECHO) P(x) l(world),

where q(x) is how likely an ordinary player of the village in the speaker's seat names x by the talk so far,
P(x) = 1 / (players - 1), and l the likelihood of the clue. What is as likely in all worlds tells nothing, so
that only the odds of the two parts count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.facts import Name
from parlour.games.onenight.reader.clues import VILLAGE, WOLF, Clue
from parlour.games.onenight.reader.worlds import Worlds, every_world, probable, scored

ECHO = 0.97
"""How often somebody says of others no more than what all had heard (ours)."""
_OPINIONS = frozenset({"suspects", "trusts"})
EVEN = 0.01
"""Whose chances differ by less are suspected alike, so that it is by lot who is named."""


@lru_cache(maxsize=256)
def heard(
    found: tuple[Clue, ...],
    players: tuple[Name, ...],
    has_minion: bool,  # noqa: FBT001 - cached
    has_tanner: bool,  # noqa: FBT001 - cached
) -> tuple[Clue, ...]:
    """The clues in order, each opinion once and with how much of it is an echo of the clues before it."""
    worlds = every_world(len(players), has_minion, has_tanner)
    return tuple(_heard(found, worlds, players))


def _heard(found: Sequence[Clue], worlds: Worlds, players: Sequence[Name]) -> Iterator[Clue]:
    scores, told = np.zeros(len(worlds)), set[tuple[object, ...]]()
    for clue in found:
        key = (clue.kind, clue.by, clue.about)
        if clue.kind in _OPINIONS and key in told:
            continue
        told.add(key)
        fresh = replace(clue, echo=_echo(clue, scores, worlds, players)) if clue.kind in _OPINIONS else clue
        scores += scored(fresh, worlds, players)
        yield fresh


def _echo(clue: Clue, scores: NDArray[np.float64], worlds: Worlds, players: Sequence[Name]) -> float:
    """The odds that an opinion repeats what follows from the talk so far in its speaker's seat."""
    is_village = worlds[:, players.index(clue.by)] == VILLAGE
    chances = probable(scores[is_village]) @ (worlds[is_village] == WOLF)
    others = [seat for seat, name in enumerate(players) if name != clue.by]
    sign = 1 if clue.kind == "suspects" else -1
    most = max(sign * chances[seat] for seat in others)
    named = [seat for seat in others if sign * chances[seat] > most - EVEN]
    is_expected = players.index(clue.about[0]) in named
    return ECHO / len(named) / ((1 - ECHO) / len(others)) if is_expected else 0.0
