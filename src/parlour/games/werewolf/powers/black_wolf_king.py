"""The black wolf king, a werewolf who shoots as a hunter does when voted out or shot.

Source: 狼王 or 黑狼王 of the Chinese game, as clubs and 网易狼人杀 play it.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import ClassVar

from parlour.core import Action, Request
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.hunter import HunterPower
from parlour.games.werewolf.powers.power import Consequence, DeathCause
from parlour.games.werewolf.roles import Role


class BlackWolfKingPower(HunterPower):
    """Takes somebody along."""

    shoots_at: ClassVar[Set[DeathCause]] = frozenset({DeathCause.VOTE, DeathCause.SHOT})

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Told as the shot of a black wolf king: it shows the card with the weapon."""
        came = super().acts(board, request, action)
        return replace(came, told=[replace(each, role=Role.BLACK_WOLF_KING) for each in came.told])
