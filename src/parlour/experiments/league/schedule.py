"""Which deals a league plays, so that no seat is more often in one camp than another.

Within a deal everything is balanced already: whoever meets plays it from both camps, and sits once in every
seat. What a deal by lot leaves open is which seats are in which camp: if the seat that speaks last were in
one camp in most deals, that camp would look stronger than it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.arena import Setup, start_state
from parlour.core import GameSetup, find_game

Deal = tuple[int, tuple[bool, ...]]
"""A seed, and which seats it puts in the first camp."""
MOST_LOOKED_AT = 2000
"""Seeds among which the next deal is looked for; the most balanced of them is taken if none is balanced."""


def balanced_seeds(game: GameSetup, first: int, deals: int) -> tuple[int, ...]:
    """Seeds of deals in which the numbers of times that seats are in the first camp differ by one at most.

    They are taken in order, each as soon as it keeps the balance, so that more deals of the same game begin
    with the same ones.

    Args:
        game: from which they are dealt.
        first: the first seed that is looked at.
        deals: how many are wanted.
    """
    counts, chosen, at = [0] * len(game.players), list[int](), first
    for _ in range(deals):
        looked_at = ((seed, first_camp(game, seed)) for seed in range(at, at + MOST_LOOKED_AT))
        seed, camp = _next(looked_at, counts)
        counts = [count + is_in for count, is_in in zip(counts, camp, strict=True)]
        chosen.append(seed)
        at = seed + 1
    return tuple(chosen)


def first_camp(game: GameSetup, seed: int) -> tuple[bool, ...]:
    """Which seats a deal puts in the first camp, in seat order."""
    teams = start_state(Setup(game=game, seed=seed, language=game.language, seats=())).teams()
    first = find_game(game.name).teams[0]
    return tuple(teams[player] == first for player in game.players)


def spread(counts: Sequence[int]) -> int:
    """By how much the most and the least differ."""
    return max(counts) - min(counts)


def _next(looked_at: Iterable[Deal], counts: Sequence[int]) -> Deal:
    """The first deal that keeps the balance, or else the one that comes nearest to it."""
    best: tuple[int, int, tuple[bool, ...]] | None = None
    for seed, camp in looked_at:
        apart = spread([count + is_in for count, is_in in zip(counts, camp, strict=True)])
        if best is None or apart < best[0]:
            best = apart, seed, camp
        if apart <= 1:
            break
    if best is None:
        raise ValueError("no seed to look at")
    return best[1:]
