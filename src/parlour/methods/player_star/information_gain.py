"""Whom a question is worth putting to, without any model (PLAYER*, equations 1, 2, 4 and 5)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from parlour.core import Player

BETA = 0.2
EPSILON = 0.1


@dataclass(frozen=True, kw_only=True)
class RoundGain:
    """What one round's questioning about one case was worth.

    Attributes:
        round: j, from 1.
        questioned: whom the player asked; c* of the paper, where it is one.
        gain: IG_j = H_{j-1} - H_j in nats (eq. 1); negative if a suspect came back.
    """

    round: int
    questioned: tuple[Player, ...]
    gain: float

    def of(self, player: Player) -> float:
        """IG_{j,c}: 0 for whoever was not questioned (section 3).

        The paper questions one character a round. Where several were, nothing tells whose answer it was, so
        that the gain is shared equally among them.
        """
        return self.gain / len(self.questioned) if player in self.questioned else 0.0


@dataclass(frozen=True, kw_only=True)
class InformationGain:
    """The history of gains on one case."""

    rounds: tuple[RoundGain, ...] = ()

    def with_round(self, gain: RoundGain) -> InformationGain:
        """The history with one more round."""
        return InformationGain(rounds=(*self.rounds, gain))

    def weighted(self, player: Player, upcoming: int) -> float:
        """IG_weighted,c[i] of eq. 2, in nats.

        A mean of the gains of rounds j < i with weights w_j = e^-(i-j): recent rounds count more. The
        2024 paper sums to round i itself; i here is the round about to be asked, which has no gain yet, so
        that the two agree (NOTES 3). Before the first round the sum is empty, and the history 0.

        Args:
            player: c.
            upcoming: i, the round about to be asked.
        """
        past = [gain for gain in self.rounds if gain.round < upcoming]
        weights = [math.exp(-(upcoming - gain.round)) for gain in past]
        if not past:
            return 0.0
        gains = [gain.of(player) for gain in past]
        return sum(weight * gain for weight, gain in zip(weights, gains, strict=True)) / sum(weights)


def score(weighted: float, expected: float, beta: float = BETA) -> float:
    """Score_c = beta * IG_weighted + (1 - beta) * E[IG] (eq. 4).

    Args:
        weighted: the weighted history, in nats.
        expected: E[IG] of the next question: in [0, 1] by log-probabilities (2025, eq. 3), or 1, 0, -1 for
            high, medium, low (2024, eq. 2). The two are never mixed in one match.
        beta: the weight of history, in [0, 1].
    """
    return beta * weighted + (1 - beta) * expected


@dataclass(frozen=True, kw_only=True)
class AddresseeChoice:
    """Whom to ask, and whether by chance rather than by score."""

    player: Player
    is_exploration: bool


def choose(
    scores: Mapping[Player, float], among: Sequence[Player], epsilon: float, rng: Random
) -> AddresseeChoice:
    """c* = argmax of the scores (eq. 5), but with probability epsilon anybody of the candidates.

    Equal scores are settled by lot, not by seat, so that nobody is asked more for sitting first.

    Args:
        scores: per candidate; whoever has none counts as 0.
        among: the candidates, at least one.
        epsilon: in [0, 1].
        rng: of this choice alone.
    """
    if rng.random() < epsilon:
        return AddresseeChoice(player=rng.choice(list(among)), is_exploration=True)
    best = max(scores.get(player, 0.0) for player in among)
    tied = [player for player in among if scores.get(player, 0.0) == best]
    return AddresseeChoice(player=rng.choice(tied), is_exploration=False)
