"""What judgement variation is where everybody votes by lot, and where a value lies before it.

Judgement variation (algorithm 4) is the reciprocal of a deviation, so that chance alone makes it large, and
the larger the more votes there are: the measure says something only beside its value by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log, sqrt

from parlour.evaluation.richness.judgement import RoleShare, by_seat, judgement_variation

FEWEST_ROLES = 3
"""Of two roles the reciprocal of the deviation has no mean."""
FEWEST_SEATS = 3
"""Of two players each can vote for the other alone."""


def coin_flips(shares: Sequence[RoleShare], votes: int) -> float | None:
    """The judgement variation that is expected of so many votes by lot, none of them for oneself.

    The shares of S seats, those of one role taken together, vary about 1/S in R - 1 directions for R roles;
    in each the variance of V votes is (S - 2)/(S - 1)²/V. So σ² = (S - 2)/(S - 1)²/(S V) · χ² with R - 1
    degrees of freedom, and E[1/χ] = Γ((R - 2)/2)/(√2 Γ((R - 1)/2)). It grows as √V: 211 for 100 games of the
    paper's eight players and three rounds (208 if one could vote for oneself), 67 for ten.

    Args:
        shares: the roles with their seats, as of `role_shares`; the votes in them are not looked at.
        votes: how many are cast.

    Returns:
        None without votes, or of fewer than three roles or players.
    """
    seats, directions = sum(share.seats for share in shares), len(shares) - 1
    if not votes or len(shares) < FEWEST_ROLES or seats < FEWEST_SEATS:
        return None
    one_vote = (seats - 2) / (seats - 1) ** 2
    reciprocal = exp(lgamma((directions - 1) / 2) - lgamma(directions / 2) - log(2) / 2)
    return sqrt(seats * votes / one_vote) * reciprocal


def position(variation: float, shares: Sequence[RoleShare], votes: int) -> float | None:
    """Where a judgement variation lies between votes on one and the same seat (0) and coin flips (1).

    It is measured on the deviation and not on its reciprocal, so that it hardly depends on how many votes
    there are: (σ₀ - σ)/(σ₀ - 1/E), with σ₀ = √(S - 1)/S of a single seat and E what coin flips give. Beyond
    1 votes fall more evenly than by lot.

    Args:
        variation: 1/σ, σ the population's.
        shares: the roles with their seats; the votes in them are not looked at.
        votes: of how many it is.

    Returns:
        None where nothing is expected of coin flips.
    """
    chance, seats = coin_flips(shares, votes), sum(share.seats for share in shares)
    if chance is None:
        return None
    single = sqrt(seats - 1) / seats
    return (single - 1 / variation) / (single - 1 / chance)


def position_of_votes(shares: Sequence[RoleShare]) -> float | None:
    """The same of votes; None where they all fall alike."""
    told = judgement_variation(by_seat(shares))
    return position(told.population, shares, sum(share.votes for share in shares)) if told else None
