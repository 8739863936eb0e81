"""What follows when somebody dies: who dies with them, and what they may still do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.core import Player, RequestKind
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers import Death, power_of


@dataclass(frozen=True, kw_only=True)
class LastAct:
    """What somebody who has died may still decide."""

    player: Player
    kind: RequestKind


def fall(board: NightBoard, deaths: Sequence[Death]) -> tuple[NightBoard, tuple[LastAct, ...]]:
    """The board after some have died, and what they may still do, in the order of their deaths."""
    acts = [
        LastAct(player=death.player, kind=kind)
        for death in deaths
        if (kind := power_of(board, death.player).last_act(board, death))
    ]
    return board.without(*(death.player for death in deaths)), tuple(acts)
