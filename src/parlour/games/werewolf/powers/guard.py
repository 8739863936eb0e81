"""The guard, who protects somebody each night, but nobody twice running (the trust paper, appendix E.2)."""

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
        """Whom to protect: anybody but whom it protected last night."""
        if kinds.PROTECT not in night.done:
            options = others(board.living, *board.latest(kinds.PROTECT))
            yield Due(player=player, kind=kinds.PROTECT, options=options)

    def rescues(self, night: Night) -> Player | None:
        """Whoever it protects."""
        return night.chosen(kinds.PROTECT)
