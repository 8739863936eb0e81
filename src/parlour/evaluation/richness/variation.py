"""Variation: how much what players say of each other's roles changes (Deng and Cai, appendix G.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parlour.core import Player
from parlour.errors import UsageError

UNKNOWN = 0
Matrix = NDArray[np.int64]
"""Who takes whom for what: of shape (players, players), a number for each role, `UNKNOWN` where nothing was
said."""


@dataclass(frozen=True, kw_only=True)
class Mention:
    """That one player called another, or itself, something.

    Attributes:
        speaker: who said so.
        target: of whom.
        role: what the target was called.
    """

    speaker: Player
    target: Player
    role: str


@dataclass(frozen=True, kw_only=True)
class Variation:
    """How far who-is-what matrices lie apart, each distance in [0, 2N²].

    Attributes:
        mean: over all T² pairs of rounds, those of a round with itself among them, as algorithm 5 writes it.
        apart: over pairs of different rounds, mean · T / (T - 1); None of a single round.
    """

    mean: float
    apart: float | None


def who_is_what(mentions: Sequence[Sequence[Mention]], players: Sequence[Player]) -> list[Matrix]:
    """A matrix for the end of each round, in which the latest word on somebody stands (algorithm 5).

    The algorithm never empties its matrix, so that what was said in a round holds until it is taken back.

    Args:
        mentions: of each round, in the order in which they were made.
        players: in seat order; rows are speakers and columns are targets.

    Raises:
        UsageError: if somebody is mentioned who is no player.
    """
    place = {player: number for number, player in enumerate(players)}
    roles: dict[str, int] = {}
    now = np.full((len(players), len(players)), UNKNOWN)
    matrices: list[Matrix] = []
    for told in mentions:
        for each in told:
            row, column = (_found(name, place) for name in (each.speaker, each.target))
            now[row, column] = roles.setdefault(each.role, len(roles) + 1)
        matrices.append(now.copy())
    return matrices


def matrix_distance(one: Matrix, other: Matrix) -> int:
    """How many places differ; one that is unknown in either counts once, any other twice (eq. 15, 16)."""
    differs = one != other
    both = differs & (one != UNKNOWN) & (other != UNKNOWN)
    return int(differs.sum() + both.sum())


def variation(matrices: Sequence[Matrix]) -> Variation:
    """The mean distance between the rounds of a game (algorithm 5).

    Raises:
        UsageError: if there is no round.
    """
    rounds = len(matrices)
    if not rounds:
        raise UsageError("there is no round whose judgements could vary")
    total = sum(matrix_distance(one, other) for one in matrices for other in matrices)
    return Variation(
        mean=total / rounds**2,
        apart=total / (rounds * (rounds - 1)) if rounds > 1 else None,
    )


def _found(name: Player, place: Mapping[Player, int]) -> int:
    if name not in place:
        raise UsageError(f"{name!r} is mentioned and sits not at the table: {', '.join(place)}")
    return place[name]
