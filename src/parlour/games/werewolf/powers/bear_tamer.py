"""The bear tamer, whose bear growls each morning where a werewolf sits beside it.

Source: *The Werewolves of Millers Hollow: Characters* (des Pallières and Marly), 驯熊师. Beside the tamer sit
the nearest who live, to the left and to the right.
"""

from __future__ import annotations

from collections.abc import Iterator

from parlour.core import Event, Player, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Power
from parlour.games.werewolf.roles import Team


class BearTamerPower(Power):
    """Has a bear."""

    def at_dawn(self, board: NightBoard, player: Player) -> Iterator[Event]:
        """Everybody hears whether it growls, and nobody is told whose it is."""
        place, count = board.living.index(player), len(board.living)
        beside = {board.living[(place + step) % count] for step in (-1, 1)} - {player}
        growls = any(board.role(name).is_wolf for name in beside)
        yield event(kinds.GROWLED, role=Team.WEREWOLF if growls else Team.GOOD)
