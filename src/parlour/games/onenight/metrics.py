"""Metrics of One Night: wins and votes by side and role (Deng and Cai, tables 6 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from parlour.evaluation import Cut, MatchScore, Metric, MetricFamily, Parts, share
from parlour.evaluation.richness import RoleShare, shares_of
from parlour.games.onenight.setup import Role, Team


def _all() -> Iterator[Metric]:
    """Yields `wins.SIDE`, the real wins; `votes.ROLE`, per seat; `votes.for.SIDE`, as in table 7."""
    for side in Team:
        yield _win_rate(side)
    for role in Role:
        yield _vote_share(f"votes.{role}", f"Votes for a {role}, per seat", role, _role_shares)
    for side in Team:
        yield _vote_share(f"votes.for.{side}", f"Votes that serve the {side}", side, side_shares)


def _win_rate(side: Team) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        return share(score.winner == side, int(bool(score.dealt)))  # a game without a winner counts

    return Metric(name=f"wins.{side}", label=f"Games won by the {side}", unit="share", parts=parts)


def _vote_share(
    name: str, label: str, key: str, shares: Callable[[Sequence[RoleShare]], Mapping[str, float]]
) -> Metric:
    def parts(score: MatchScore, cut: Cut) -> Parts:
        cast = sum(score.cast.values())  # games are weighted by their number of votes
        return share(cast * shares(shares_of(score.cast, score.dealt)).get(key, 0.0), cast)

    return Metric(name=name, label=label, unit="share", parts=parts, better="")


def _role_shares(shares: Sequence[RoleShare]) -> Mapping[str, float]:
    return {role_share.role: role_share.share for role_share in shares}


def side_shares(shares: Sequence[RoleShare]) -> Mapping[str, float]:
    """Returns the shares of votes that serve each side, adding up to 1: what table 7 calls win rates.

    A vote for a werewolf is one for the village, a vote for the tanner one for the tanner, and any other one
    for the werewolves: table 7 repeats two rows of table 6. Who really won is the metric `wins.SIDE`.
    """
    share = {role_share.role: role_share.share * role_share.seats for role_share in shares}
    cast = sum(share.values())
    village, tanner = share.get("werewolf", 0.0), share.get("tanner", 0.0)
    return {"village": village, "werewolf": cast - village - tanner, "tanner": tanner}


METRICS = MetricFamily(metrics=tuple(_all()))
