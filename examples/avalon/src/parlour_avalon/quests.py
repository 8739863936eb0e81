"""How many go on each quest, how many fails it takes, and what the cards and the votes come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour_avalon.roles import Team

QUESTS = 5
TO_WIN = 3
"""How many quests must succeed, or fail, for the quests to be over."""
REJECTIONS = 5
"""How many proposals in a row may not be rejected: with the last of them evil wins."""
APPROVE, REJECT = "approve", "reject"
SUCCESS, FAIL = "success", "fail"

_LARGE = (3, 4, 4, 5, 5)
SIZES: Mapping[int, tuple[int, ...]] = {
    5: (2, 3, 2, 3, 3),
    6: (2, 3, 4, 3, 4),
    7: (2, 3, 3, 4, 4),
    8: _LARGE,
    9: _LARGE,
    10: _LARGE,
}
"""How many of so many players go on each quest, as the published game has it."""


def fails_needed(players: int, quest: int) -> int:
    """How many fails make a quest fail: one, but two on the fourth of seven players or more."""
    return 2 if quest == 4 and players >= 7 else 1


def cards(team: Team) -> tuple[str, ...]:
    """What a side may play on a quest: the good cannot fail it."""
    return (SUCCESS,) if team is Team.GOOD else (SUCCESS, FAIL)


def is_approved(votes: Sequence[str]) -> bool:
    """Whether more than half approve; a tie rejects, and so does an abstention, which is no approval.

    Args:
        votes: one per player, "" for an abstention.
    """
    return 2 * votes.count(APPROVE) > len(votes)
