"""Memorability: how evenly a game's best moments fall on roles (Deng and Cai, appendix G.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import stdev

from parlour.errors import UsageError
from parlour.evaluation.richness.table_talk import TableTalk, TableUtterance

MOMENTS = 10
"""How many moments of a game are looked for: k."""


@dataclass(frozen=True, kw_only=True)
class MemorableMoment:
    """A moment that somebody who read a game remembers.

    Attributes:
        said: what was said then, and by whom.
        value: how memorable it is, in [1, 10]; equation 18 makes no use of it.
    """

    said: TableUtterance
    value: float


@dataclass(frozen=True, kw_only=True)
class Memorability:
    """The reciprocal of the mean deviation of moments over seats, times 100; the higher, the more even.

    Attributes:
        n: how many games.
        count: of moments counted, as equation 18 writes it.
        percent: of moments in percent of a game's moments, which fits what table 8 prints.
    """

    n: int
    count: float
    percent: float


def moments_by_seat(talk: TableTalk, moments: Sequence[MemorableMoment]) -> list[float]:
    """How many moments fall on each seat, those of a role split evenly over the seats that have it.

    Raises:
        UsageError: if the game has no roles.
    """
    if not talk.roles:
        raise UsageError("moments are counted by role, and this game has none")
    seats = Counter(talk.roles)
    told = Counter(talk.role(moment.said.player) for moment in moments)
    return [told[role] / count for role, count in sorted(seats.items()) for _ in range(count)]


def memorability(games: Sequence[Sequence[float]]) -> Memorability | None:
    """100 n / Σ σ over games (eq. 18), σ dividing by one less than there are seats (algorithm 6).

    Ten moments over eight seats cannot give less than 28.3, which is when one seat has them all (σ = 3.54),
    and table 8 prints 10.26 to 16.36. In percent the least is 2.83: only that is set beside the paper's.

    Args:
        games: of each the moments by seat; those without any are left out.

    Returns:
        None where no game has moments, or in all of them every seat has as many: it has then no bound.
    """
    told = [game for game in games if sum(game)]
    spread = sum(map(stdev, told))
    if not spread:
        return None
    percent = sum(100 * stdev(game) / sum(game) for game in told)
    return Memorability(n=len(told), count=100 * len(told) / spread, percent=100 * len(told) / percent)
