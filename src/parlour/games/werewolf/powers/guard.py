"""The guard, who protects a player each night (the trust paper, appendix E.2).

Never the same player twice running, as the paper's released prompt says, unless the setup allows it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Player
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Due, Night, Power, Tells, others


class GuardPower(Power):
    """Protects a player from the werewolves."""

    tells: ClassVar[Tells] = {kinds.PROTECT: kinds.PROTECTED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Asks whom to protect: anybody but the player of last night, unless `guard_repeats`."""
        if kinds.PROTECT not in night.done:
            last = () if board.setup.guard_repeats else board.latest(kinds.PROTECT)
            options = others(board.living, *last)
            yield Due(player=player, kind=kinds.PROTECT, options=options)

    def rescues(self, night: Night) -> Player | None:
        """Whoever it protects."""
        return night.chosen(kinds.PROTECT)
