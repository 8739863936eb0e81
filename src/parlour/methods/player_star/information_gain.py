"""The mathematics of PLAYER*: suspect list, information gain and choice of the addressee (eq. 1, 2, 4, 5)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from parlour.core import Player


@dataclass(frozen=True, kw_only=True)
class SuspectList:
    """One player's suspects of a case: s_ijk in {0, 1}, 1 for those on the list.

    Attributes:
        suspects: the suspected ones; never empty, since one of them is the culprit.
    """

    candidates: tuple[Player, ...]
    suspects: tuple[Player, ...]

    @staticmethod
    def of_everybody(candidates: Iterable[Player]) -> SuspectList:
        """Returns the list at the start, with every other player a suspect: H_0 = ln(N_a - 1)."""
        everybody = tuple(candidates)
        return SuspectList(candidates=everybody, suspects=everybody)

    @property
    def entropy(self) -> float:
        """H = -ln(1/n) in nats, for n suspects; 0 when one is left."""
        return math.log(len(self.suspects)) if self.suspects else 0.0

    def among(self, living: Collection[Player]) -> SuspectList:
        """Returns the list without the players that are gone; all others if no suspect is left."""
        candidates = tuple(name for name in self.candidates if name in living)
        suspects = tuple(name for name in self.suspects if name in living)
        return SuspectList(candidates=candidates, suspects=suspects or candidates)

    def refine(self, names: Iterable[Player]) -> SuspectList:
        """Returns the list after a prune step that named these.

        The paper does not say whether a pruned suspect may return. Here one returns when the step names it,
        and the gain is then negative, which the paper's own remark on noise allows. A step that
        names no candidate leaves the list as it was.
        """
        wanted = set(names)
        suspects = tuple(candidate for candidate in self.candidates if candidate in wanted)
        return replace(self, suspects=suspects) if suspects else self


BETA = 0.2
EPSILON = 0.1


@dataclass(frozen=True, kw_only=True)
class RoundGain:
    """The gain of one round's questioning about one case.

    Attributes:
        round: j, from 1.
        gain: IG_j = H_{j-1} - H_j in nats (eq. 1); negative if a suspect came back.
    """

    round: int
    questioned: tuple[Player, ...]
    gain: float

    def of(self, player: Player) -> float:
        """Returns IG_{j,c} in nats: 0 for a player that was not questioned (section 3).

        The paper questions one character a round. With several, the answer that gave the gain is unknown, so
        that they share it equally.
        """
        return self.gain / len(self.questioned) if player in self.questioned else 0.0


@dataclass(frozen=True, kw_only=True)
class InformationGain:
    """The history of gains on one case."""

    rounds: tuple[RoundGain, ...] = ()

    def with_round(self, gain: RoundGain) -> InformationGain:
        """Returns the history with one more round."""
        return InformationGain(rounds=(*self.rounds, gain))

    def weighted_gain(self, player: Player, upcoming: int) -> float:
        """Returns IG_weighted,c[i] of eq. 2, in nats.

        A mean of the gains of rounds j < i with weights w_j = e^-(i-j): recent rounds count more. The
        2024 paper sums to round i itself; i here is the round about to be asked, which has no gain yet, so
        that the two agree. Before the first round the sum is empty, and the history 0.
        """
        past = [gain for gain in self.rounds if gain.round < upcoming]
        weights = [math.exp(-(upcoming - gain.round)) for gain in past]
        if not past:
            return 0.0
        gains = [gain.of(player) for gain in past]
        return sum(weight * gain for weight, gain in zip(weights, gains, strict=True)) / sum(weights)


def score(weighted: float, expected: float, beta: float = BETA) -> float:
    """Returns Score_c = beta * IG_weighted + (1 - beta) * E[IG] (eq. 4).

    Args:
        weighted: the weighted history, in nats.
        expected: E[IG] of the next question: in [0, 1] by log-probabilities (2025, eq. 3), or 1, 0, -1 for
            high, medium, low (2024, eq. 2). The two are never mixed in one match.
        beta: the weight of history, in [0, 1].
    """
    return beta * weighted + (1 - beta) * expected


@dataclass(frozen=True, kw_only=True)
class AddresseeChoice:
    """The chosen addressee, and whether it was chosen at random rather than by score."""

    player: Player
    is_exploration: bool


def choose(
    scores: Mapping[Player, float], among: Sequence[Player], epsilon: float, rng: Random
) -> AddresseeChoice:
    """Returns c* = argmax of the scores (eq. 5), or with probability epsilon a random candidate.

    Ties are broken at random, not by seat, so that the first seats are not asked more.

    `epsilon`: in [0, 1].
    """
    if rng.random() < epsilon:
        return AddresseeChoice(player=rng.choice(list(among)), is_exploration=True)
    best = max(scores.get(player, 0.0) for player in among)
    tied = [player for player in among if scores.get(player, 0.0) == best]
    return AddresseeChoice(player=rng.choice(tied), is_exploration=False)


def at_random(among: Sequence[Player], rng: Random) -> AddresseeChoice:
    """Returns a random candidate, each as likely as the others."""
    return AddresseeChoice(player=rng.choice(list(among)), is_exploration=True)


def in_turn(
    among: Sequence[Player],
    seats: Sequence[Player],
    me: Player,
    history: InformationGain,
    now: Sequence[Player],
) -> AddresseeChoice:
    """Returns the candidate asked least so far, of equals the next in seat order."""
    addressees = [*(name for gain in history.rounds for name in gain.questioned), *now]
    turns = sorted(among, key=lambda name: (seats.index(name) - seats.index(me)) % len(seats))
    return AddresseeChoice(player=min(turns, key=addressees.count), is_exploration=False)
