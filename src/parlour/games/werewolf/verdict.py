"""Who has won (the trust paper, appendix E.4)."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.core import CaseOutcome, Outcome, Player
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers import table_powers
from parlour.games.werewolf.roles import Team

WEREWOLVES = "werewolves"
"""The one hidden question of the game: who they are."""


def winner(board: NightBoard) -> Team | None:
    """Returns the good once no werewolf lives, the werewolves once they are as many as all others, else None.

    Without `parity` the werewolves win once nobody else lives, as in the trust paper's released code.
    A power that is dealt may see it otherwise.
    """
    side = _usual_winner(board)
    for power in table_powers(board):
        side = power.wins(board, side)
    return side


def _usual_winner(board: NightBoard) -> Team | None:
    if not board.wolves:
        return Team.GOOD
    needed = len(board.prey) if board.setup.parity else len(board.living)
    return Team.WEREWOLF if len(board.wolves) >= needed else None


def sides(board: NightBoard) -> Mapping[Player, Team]:
    """The side of everybody as it stands now."""
    told = {player: board.role(player).team for player in board.setup.players}
    for power in table_powers(board):
        told |= {player: side for player in told if (side := power.side(board, player))}
    return told


def outcome(board: NightBoard, voted_out: Player | None) -> Outcome:
    """How the match ended; without a winner where its days ran out.

    Args:
        board: at the end.
        voted_out: whom the last vote that eliminated anybody eliminated.
    """
    truth = tuple(player for player in board.setup.players if board.role(player).is_wolf)
    end = CaseOutcome(case=WEREWOLVES, eliminated=voted_out, truth=truth, winner=winner(board))
    return Outcome(cases=(end,))
