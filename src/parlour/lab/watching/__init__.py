"""Recorded games as watchers follow them: where they are asked, what is true, and what they must beat."""

from parlour.lab.watching.followed import (
    QUARTERS,
    VOTE,
    WIN,
    FollowedGame,
    WatchedSubject,
    is_ballot,
    is_out,
    judged_forecasts,
    most,
    unwatchable,
)
from parlour.lab.watching.metrics import OPINIONS, OWN_PICK, REUSED, SAME_VOTE, THEIR_PICK, baselines

__all__ = [
    "OPINIONS",
    "OWN_PICK",
    "QUARTERS",
    "REUSED",
    "SAME_VOTE",
    "THEIR_PICK",
    "VOTE",
    "WIN",
    "FollowedGame",
    "WatchedSubject",
    "baselines",
    "is_ballot",
    "is_out",
    "judged_forecasts",
    "most",
    "unwatchable",
]
