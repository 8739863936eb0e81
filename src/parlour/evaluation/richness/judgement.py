"""Judgement variation: how evenly votes fall on roles (Deng and Cai, appendix F)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import pstdev, stdev

from parlour.errors import UsageError
from parlour.evaluation.richness.table_talk import TableTalk


@dataclass(frozen=True, kw_only=True)
class RoleShare:
    """The votes that fell on a role, over all games of a condition.

    Attributes:
        role: which one.
        seats: how many players have it in a game.
        votes: how many named any of them.
        share: of all votes cast, what fell on each of those seats, in [0, 1] (table 6).
    """

    role: str
    seats: int
    votes: int
    share: float


@dataclass(frozen=True, kw_only=True)
class JudgementVariation:
    """The reciprocal of the deviation over the seats' shares; the higher, the more evenly votes fall.

    Attributes:
        population: with the deviation that divides by R*, the number of seats; this is what table 5 holds.
        sample: with R* - 1, as algorithm 4 writes it.
    """

    population: float
    sample: float


def role_shares(talks: Sequence[TableTalk], rounds: Sequence[int] = ()) -> tuple[RoleShare, ...]:
    """The share of the votes that fell on each role, over games (table 6).

    Args:
        talks: games with the same roles.
        rounds: after which votes count; empty for all, those that decided nothing among them.

    Raises:
        UsageError: if the games have no roles or different ones.
    """
    cast = Counter(
        talk.role(vote.target) for talk in talks for vote in talk.votes if not rounds or vote.round in rounds
    )
    return shares_of(cast, _seats(talks))


def shares_of(cast: Mapping[str, int], seats: Mapping[str, int]) -> tuple[RoleShare, ...]:
    """The share of the votes that fell on each role, split evenly over the seats that have it.

    An abstention is no vote, so that the shares of all seats add up to 1. The paper's columns add up to .92
    to .95, and to 1 when the one seer is counted twice: its votes seem to have been halved, too.

    Args:
        cast: votes by the role of whom they named.
        seats: how many have each role.
    """
    total = sum(cast.values())
    return tuple(
        RoleShare(
            role=role,
            seats=count,
            votes=cast.get(role, 0),
            share=cast.get(role, 0) / count / total if total else 0.0,
        )
        for role, count in seats.items()
    )


def judgement_variation(shares: Sequence[float]) -> JudgementVariation | None:
    """1/σ over the seats (algorithm 4); None where all are alike, since it has then no bound.

    Of shares in [0, 1] and not of counts, which would make it depend on how many votes were cast. With them
    table 6 gives four of the five numbers of table 5 (13.52, 11.58, 32.28, 11.18) if the deviation is the
    population's, where algorithm 4 divides by R* - 1 (12.65, 10.83, 30.19, 10.46). The fifth, *Full*, comes
    to 14.79, and 15.212 is printed. Section 2.6.2 once says "variance", which fits none.

    Args:
        shares: one per seat, two or more, so that a role of two seats stands there twice.

    Raises:
        UsageError: if there are fewer than two.
    """
    if len(shares) < 2:
        raise UsageError(f"votes vary over two seats or more, and here is {len(shares)}")
    spread = pstdev(shares)
    return JudgementVariation(population=1 / spread, sample=1 / stdev(shares)) if spread else None


def by_seat(shares: Sequence[RoleShare]) -> list[float]:
    """The extended vote list V*: a share for each seat, roles with two seats twice."""
    return [each.share for each in shares for _ in range(each.seats)]


def _seats(talks: Sequence[TableTalk]) -> Mapping[str, int]:
    deals = [Counter(talk.roles) for talk in talks]
    if not deals or not deals[0]:
        raise UsageError("votes are counted by role, and these games have none")
    if any(deal != deals[0] for deal in deals):
        raise UsageError("games with different roles cannot be counted together: take them apart first")
    return dict(sorted(deals[0].items()))
