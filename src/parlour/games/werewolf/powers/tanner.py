"""The tanner, who is on nobody's side and wins by being voted out.

Source: *Ultimate Werewolf* (Ted Alspach), 皮匠. The game ends with it here, and nobody else wins.
"""

from __future__ import annotations

from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import OUTVOTED, Power
from parlour.games.werewolf.roles import Role, Team


class TannerPower(Power):
    """Wants to be voted out."""

    def wins(self, board: NightBoard, usual: Team | None) -> Team | None:
        """Once a vote has put the tanner out."""
        is_out = any(board.role(player) is Role.TANNER for player in board.marked(OUTVOTED))
        return Team.TANNER if is_out else usual
