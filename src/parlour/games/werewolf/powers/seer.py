"""The seer, who learns each night whether somebody is a werewolf (the trust paper, appendix E.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Action, Event, Player, Request, event_kinds, private, request_kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Due, Night, Power, Tells, others


class SeerPower(Power):
    """Checks another player."""

    tells: ClassVar[Tells] = {request_kinds.CHECK: event_kinds.CHECKED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Whom to check."""
        if request_kinds.CHECK not in night.done:
            yield Due(player=player, kind=request_kinds.CHECK, options=others(board.living, player))

    def told(self, board: NightBoard, request: Request, action: Action) -> Event:
        """The side of whoever was checked."""
        side = board.role(action.chosen[0]).shown_side if action.chosen else None
        return private(event_kinds.CHECKED, request.player, chosen=action.chosen, role=side)
