"""The tanner, who is on nobody's side and wins by being voted out.

Source: *Ultimate Werewolf* (Ted Alspach), 皮匠. The game ends with it here, and nobody else wins.
"""

from __future__ import annotations

from parlour.core import Player
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import OUTVOTED, Power
from parlour.games.werewolf.roles import Role, Team


class TannerPower(Power):
    """Wants to be voted out."""

    def side(self, board: NightBoard, player: Player) -> Team | None:
        """A tanner who was voted out has won alone, whomever it loved."""
        is_out = board.role(player) is Role.TANNER and player in board.marked(OUTVOTED)
        return Team.TANNER if is_out else None

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        """Once a vote has put the tanner out."""
        return Team.TANNER if any(self.side(board, player) for player in board.setup.players) else usual
