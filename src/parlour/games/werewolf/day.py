"""A day: who speaks when, and whom the vote eliminates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.core import Player, chance
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers import STAYED, Night, barred, halves, others, table_powers


def speakers(board: NightBoard, fallen: Sequence[Player], number: int) -> tuple[Player, ...]:
    """Everybody who speaks before the vote, in order: round the table from whoever opens.

    Args:
        board: of the morning, after any shot.
        fallen: who died in the night, in seat order.
        number: of the day, from 1.
    """
    seats, living = board.setup.players, board.living
    opener = living[0]
    if board.setup.opens == "lot":
        opener = chance(board.seed, "opens", number).choice(living)
    elif board.setup.opens == "next" and fallen:
        gone = seats.index(fallen[0])
        opener = next(player for player in (*seats[gone:], *seats[:gone]) if player in living)
    turn = living.index(opener)
    return (living[turn:] + living[:turn]) * board.setup.discussions


@dataclass(frozen=True, kw_only=True)
class VoteOutcome:
    """How a vote came out.

    Attributes:
        tied: who shares the most votes, in seat order; nobody where one player has most, or nobody has any.
        eliminated: who goes; None for nobody.
        is_again: whether the tied are voted on once more.
    """

    tied: tuple[Player, ...] = ()
    eliminated: Player | None = None
    is_again: bool = False


def voters(board: NightBoard) -> tuple[Player, ...]:
    """Who has a vote, in seat order: all who live, but whom a power keeps from it."""
    return others(candidates(board), *barred(board))


def candidates(board: NightBoard) -> tuple[Player, ...]:
    """Against whom one may vote, in seat order."""
    return others(board.living, *board.marked(STAYED))


def count(
    board: NightBoard, night: Night, cast: Mapping[Player, Player], number: int, *, is_runoff: bool
) -> VoteOutcome:
    """Eliminated is who has most votes (the trust paper, appendix E.3); what a tie does, the setup says.

    Args:
        board: before the vote.
        night: before that day.
        cast: the votes by voter; an abstention is none.
        number: of the day, from 1.
        is_runoff: whether this is the second vote of the day.
    """
    votes = Counter[Player]()
    for voter, name in cast.items():
        votes[name] += halves(board, voter)
    for power in table_powers(board):
        votes.update({name: 2 * extra for name, extra in power.votes(night) if name in board.living})
    most = tuple(player for player in board.living if votes and votes[player] == max(votes.values()))
    if len(most) < 2:
        return VoteOutcome(eliminated=next(iter(most), None))
    match board.setup.ties:
        case "lot":
            return VoteOutcome(tied=most, eliminated=chance(board.seed, "tie", number).choice(most))
        case "runoff":
            return VoteOutcome(tied=most, is_again=not is_runoff)
        case "nobody":
            return VoteOutcome(tied=most)
