"""How much of what is said of others is news (see `parlour.reader.evidence`), by the worlds that are left.

An opinion is an echo of what an ordinary player of the village in the speaker's seat would say by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import VILLAGE, WOLF, Clue
from parlour.games.onenight.reader.worlds import Worlds, every_world, probable, scored
from parlour.language.facts import Name
from parlour.reader import OPINIONS, echo_odds


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
        if clue.kind in OPINIONS and key in told:
            continue
        told.add(key)
        fresh = replace(clue, echo=_echo(clue, scores, worlds, players)) if clue.kind in OPINIONS else clue
        scores += scored(fresh, worlds, players)
        yield fresh


def _echo(clue: Clue, scores: NDArray[np.float64], worlds: Worlds, players: Sequence[Name]) -> float:
    """The odds that an opinion repeats what follows from the talk so far in its speaker's seat."""
    is_village = worlds[:, players.index(clue.by)] == VILLAGE
    chances = probable(scores[is_village]) @ (worlds[is_village] == WOLF)
    others = [seat for seat, name in enumerate(players) if name != clue.by]
    return echo_odds(chances, clue.kind, players.index(clue.about[0]), others)
