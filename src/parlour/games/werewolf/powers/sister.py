"""The two sisters, who know each other.

Source: *The Werewolves of Millers Hollow: Characters* (des Pallières and Marly), 两姐妹. They do not
confer here.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import Event, Player, event_kinds, private
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Power
from parlour.games.werewolf.roles import Role


class SisterPower(Power):
    """Knows the other sister."""

    def dealt(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Who she is."""
        others = tuple(name for name in board.living if name != player and board.role(name) is Role.SISTER)
        yield private(event_kinds.FELLOWS, player, chosen=others, role=Role.SISTER)
