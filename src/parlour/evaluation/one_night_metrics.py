"""Metrics of One Night: who won, and on whom the votes fell (Humanized Agents, tables 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from parlour.evaluation.parts import Cut, Metric, Parts, share
from parlour.evaluation.richness import shares_of, side_shares
from parlour.evaluation.score import MatchScore
from parlour.games.onenight import Role, Team

Shares = Callable[[MatchScore], Mapping[str, float]]
"""Of a game, shares of its votes by name."""


def one_night_metrics() -> Iterator[Metric]:
    """`wins.SIDE` who really won; `votes.ROLE` one seat of a role; `votes.for.SIDE` what table 7 prints."""
    for side in Team:
        yield _won(side)
    for role in Role:
        yield _voted(f"votes.{role}", role, _by_role)
    for side in Team:
        yield _voted(f"votes.for.{side}", side, _by_side)


def _won(side: Team) -> Metric:
    """The share of the games that a side won; one that nobody won counts."""

    def parts(score: MatchScore, cut: Cut) -> Parts:
        return share(score.winner == side, int(bool(score.dealt)))

    return Metric(name=f"wins.{side}", unit="share", parts=parts)


def _voted(name: str, key: str, shares: Shares) -> Metric:
    """A share of all votes; several games together have as many as were cast in them."""

    def parts(score: MatchScore, cut: Cut) -> Parts:
        cast = sum(score.cast.values())
        return share(cast * shares(score).get(key, 0.0), cast)

    return Metric(name=name, unit="share", parts=parts)


def _by_role(score: MatchScore) -> Mapping[str, float]:
    return {each.role: each.share for each in shares_of(score.cast, score.dealt)}


def _by_side(score: MatchScore) -> Mapping[str, float]:
    return side_shares(shares_of(score.cast, score.dealt))
