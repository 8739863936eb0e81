"""Recorded games as watchers follow them: where they are asked, what is true, and what they must beat."""

from parlour.lab.watching.baselines import baselines
from parlour.lab.watching.followed import (
    OUT,
    QUARTERS,
    FollowedGame,
    WatchedSubject,
    is_ballot,
    is_out,
    most,
    unwatchable,
)
from parlour.lab.watching.metrics import OPINIONS, OWN_PICK, REUSED, SAME_VOTE, THEIR_PICK
from parlour.lab.watching.opinions import VOTE, WIN, WatcherOpinion, judged_forecasts, score_of
from parlour.lab.watching.regression import REGRESSION, regressed
from parlour.lab.watching.rules_of_thumb import ACCUSED, LOT, PRIORS, QUIETEST, VOTED, accusations

__all__ = [
    "ACCUSED",
    "LOT",
    "OPINIONS",
    "OUT",
    "OWN_PICK",
    "PRIORS",
    "QUARTERS",
    "QUIETEST",
    "REGRESSION",
    "REUSED",
    "SAME_VOTE",
    "THEIR_PICK",
    "VOTE",
    "VOTED",
    "WIN",
    "FollowedGame",
    "WatchedSubject",
    "WatcherOpinion",
    "accusations",
    "baselines",
    "is_ballot",
    "is_out",
    "judged_forecasts",
    "most",
    "regressed",
    "score_of",
    "unwatchable",
]
