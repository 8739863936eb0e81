"""The elder, who outlives a first attack, and whom the village must not kill.

Source: the elder of *The Werewolves of Millers Hollow: New Moon* (des Pallières and Marly), 长老.
"""

from __future__ import annotations

from parlour.core import Player, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard, PowerMark
from parlour.games.werewolf.powers.power import (
    OF_THE_VILLAGE,
    POWERLESS,
    WITHSTOOD,
    Consequence,
    Death,
    DeathCause,
    Power,
)
from parlour.games.werewolf.roles import Role


class ElderPower(Power):
    """Outlives one attack; with an elder whom the village kills, the good lose their powers."""

    def withstands(self, board: NightBoard, death: Death) -> bool:
        """The first attack that nobody else has undone."""
        return death.cause is DeathCause.ATTACK and death.player not in board.marked(WITHSTOOD)

    def falls(self, board: NightBoard, death: Death) -> Consequence | None:
        """Everybody learns that the powers are gone, and so what the elder was."""
        if death.cause not in OF_THE_VILLAGE:
            return None
        lost: Player = death.player
        return Consequence(
            board=board.with_marks(PowerMark(kind=POWERLESS, by=lost, on=(lost,))),
            told=[event(kinds.LOST_POWERS, chosen=(lost,), role=Role.ELDER)],
        )
