"""The knight, who may challenge somebody by day, once: a werewolf dies of it, or else the knight does.

Source: 骑士 of the Chinese game, as clubs and 网易狼人杀 play it. After a werewolf's death night falls at
once; after the knight's own the day goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Action, Player, Request, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard, PowerMark
from parlour.games.werewolf.powers.power import (
    Consequence,
    Death,
    DeathCause,
    Due,
    Power,
    Tells,
    others,
)
from parlour.games.werewolf.roles import Team


class KnightPower(Power):
    """Challenges one player."""

    tells: ClassVar[Tells] = {kinds.DUEL: kinds.DUELLED}

    def by_day(self, board: NightBoard, player: Player) -> Iterator[Due]:
        """Whom to challenge."""
        if not board.marked(kinds.DUEL):
            yield Due(player=player, kind=kinds.DUEL, options=others(board.living, player))

    def acts(self, board: NightBoard, request: Request, action: Action) -> Consequence:
        """One of the two dies."""
        if not action.chosen:
            return Consequence(board=board)
        [target] = action.chosen
        is_wolf = board.role(target).is_wolf
        loser = target if is_wolf else request.player
        return Consequence(
            board=board.with_marks(PowerMark(kind=kinds.DUEL.name, by=request.player, on=(target,))),
            told=[
                event(
                    kinds.DUELLED,
                    actor=request.player,
                    to=target,
                    chosen=(loser,),
                    role=Team.WEREWOLF if is_wolf else Team.GOOD,
                )
            ],
            deaths=[Death(player=loser, cause=DeathCause.DUEL)],
            is_dusk=is_wolf,
        )
