"""The gravekeeper, who learns by night on which side whoever was voted out that day stood.

Source: 守墓人 of the Chinese game, as clubs and 网易狼人杀 play it.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import Event, Player, private
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import OUTVOTED, Power


class GravekeeperPower(Power):
    """Reads the side of the dead."""

    def at_dusk(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Of whoever the latest vote put out, where that was today; nothing in the first night."""
        out = board.latest(OUTVOTED)
        if out:
            yield private(kinds.BURIED, player, chosen=out, role=board.role(out[0]).shown_side)
