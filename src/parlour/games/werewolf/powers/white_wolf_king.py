"""The white wolf king, who may blow up by day: a player of its choice dies too, and night falls at once.

Source: 白狼王 of the Chinese game, as clubs and 网易狼人杀 play it. It does so after the talk, before
the vote.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Action, Player, Request, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Consequence, Death, DeathCause, Due, Power, Tells, others


class WhiteWolfKingPower(Power):
    """Dies by day, and takes somebody along."""

    tells: ClassVar[Tells] = {kinds.EXPLODE: kinds.EXPLODED}

    def by_day(self, board: NightBoard, player: Player) -> Iterator[Due]:
        """Whom to take along."""
        yield Due(player=player, kind=kinds.EXPLODE, options=others(board.living, player))

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """Both die, and the day is over."""
        if not action.chosen:
            return Consequence(board=board)
        gone = (request.player, *action.chosen)
        return Consequence(
            board=board,
            told=[event(kinds.EXPLODED, actor=request.player, chosen=gone)],
            deaths=[Death(player=player, cause=DeathCause.BLAST) for player in gone],
            is_dusk=True,
        )
