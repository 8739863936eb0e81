"""How the final vote comes out, and who has won by it (Deng and Cai, appendix A.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from parlour.core import Player, chance
from parlour.games.onenight.roles import Role, Team

THE_WEREWOLF = "werewolf"
"""The one hidden question of the game: who it is."""


@dataclass(frozen=True, kw_only=True)
class FinalVote:
    """How the final vote came out.

    Attributes:
        tied: who shares the most votes, in seat order; nobody where one player has most, or nobody has any.
        eliminated: who is out; None where nobody voted.
    """

    tied: tuple[Player, ...] = ()
    eliminated: Player | None = None


def count(players: Sequence[Player], cast: Sequence[Player], seed: int) -> FinalVote:
    """Whoever has the most votes is out; of several it is one by lot, which the paper leaves open.

    Args:
        players: in seat order.
        cast: the votes; an abstention is none.
        seed: of the match.
    """
    votes = Counter(cast)
    most = tuple(player for player in players if votes and votes[player] == max(votes.values()))
    if len(most) < 2:
        return FinalVote(eliminated=next(iter(most), None))
    return FinalVote(tied=most, eliminated=chance(seed, "tie").choice(most))


def winner(role: Role | None) -> Team:
    """The side that wins where a player of that role is voted out, or nobody is.

    Only the werewolf's going makes the village win, and only the tanner's the tanner; the werewolf's side
    wins by everything else, the minion's going and an empty vote among it.
    """
    match role:
        case Role.WEREWOLF:
            return Team.VILLAGE
        case Role.TANNER:
            return Team.TANNER
        case _:
            return Team.WEREWOLF
