"""Metrics of Avalon: how well the good vote on teams, and how often the assassin finds Merlin."""

from __future__ import annotations

from parlour.evaluation import Cut, MatchScore, Metric, MetricFamily, Parts, share

from parlour_avalon.roles import Role


def _clean_votes(score: MatchScore, cut: Cut) -> Parts:
    votes = [vote for vote in score.votes if cut.has(vote.team)]
    return share(sum(vote.right for vote in votes), sum(vote.asked for vote in votes))


def _merlin_found(score: MatchScore, cut: Cut) -> Parts:
    """Of the games that came to the assassin and in which somebody was named."""
    return share(score.cast.get(Role.MERLIN, 0), sum(score.cast.values()))


METRICS = MetricFamily(
    metrics=(
        Metric(
            name="avalon.clean_votes",
            label="Votes of the good that keep to clean teams",
            unit="share",
            parts=_clean_votes,
            chance=0.5,
        ),
        Metric(
            name="avalon.merlin_found",
            label="Merlin found by the assassin",
            unit="share",
            parts=_merlin_found,
            better="",
        ),
    )
)
