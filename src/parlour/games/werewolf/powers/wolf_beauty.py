"""The wolf beauty, a werewolf who charms somebody each night: should she die, that player dies with her.

Source: 狼美人 of the Chinese game, as clubs and 网易狼人杀 play it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Event, Player, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Death, DeathCause, Due, Night, Power, Tells
from parlour.games.werewolf.roles import Role


class WolfBeautyPower(Power):
    """Charms a player, whoever is the latest."""

    tells: ClassVar[Tells] = {kinds.CHARM: kinds.CHARMED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Whom to charm: anybody who is no werewolf."""
        if kinds.CHARM not in night.done:
            yield Due(player=player, kind=kinds.CHARM, options=board.prey)

    def follows(self, board: NightBoard, death: Death) -> Iterator[tuple[Death, Event]]:
        """Whomever she charmed last."""
        charmed = next(iter(board.latest(kinds.CHARM)), None)
        if charmed in board.living and board.role(death.player) is Role.WOLF_BEAUTY and charmed:
            told = event(kinds.PERISHED, actor=death.player, chosen=(charmed,))
            yield Death(player=charmed, cause=DeathCause.CHARM), told
