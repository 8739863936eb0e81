"""The little girl, who may watch the werewolves by night, and dies of it where they see her.

Source: *The Werewolves of Millers Hollow* (des Pallières and Marly), 小女孩. There she peeps through her
fingers; here she sees one of the werewolves by lot, and is seen herself one time in four. That number
is ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from parlour.core import Action, Event, Player, Request, chance, private
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard, PowerMark
from parlour.games.werewolf.powers.power import Death, DeathCause, Due, Night, Power, Tells
from parlour.games.werewolf.roles import Role

CAUGHT = 1 / 4
"""How likely it is that the werewolves see her."""
_SEEN = "seen"


class LittleGirlPower(Power):
    """Watches, if she dares."""

    tells: ClassVar[Tells] = {kinds.SPY: kinds.SPIED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Her own name stands for watching, while there is anybody to be watched.

        Lovers of two sides play on after the last werewolf, and so may she.
        """
        if board.wolves and kinds.SPY not in night.done:
            yield Due(player=player, kind=kinds.SPY, options=(player,))

    def told(self, board: NightBoard, request: Request, action: Action) -> Event:
        """The werewolf whom she saw."""
        if not action.chosen:
            return private(kinds.SPIED, request.player)
        seen = chance(board.seed, "spied", request.round).choice(board.wolves)
        return private(kinds.SPIED, request.player, chosen=(seen,), role=Role.WEREWOLF)

    def turns(self, board: NightBoard, night: Night, number: int) -> Night:
        """Where she is seen, the werewolves' attack falls on nobody: she dies of fright in that place."""
        if not night.chosen(kinds.SPY) or chance(board.seed, "caught", number).random() >= CAUGHT:
            return night
        girl: Player = night.chosen(kinds.SPY) or ""
        return replace(night, attacked=None, marks=(*night.marks, PowerMark(kind=_SEEN, by=girl, on=(girl,))))

    def kills(self, night: Night) -> Iterator[Death]:
        """Herself, where she was seen."""
        if girl := night.chosen(_SEEN):
            yield Death(player=girl, cause=DeathCause.FRIGHT)
