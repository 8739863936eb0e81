"""The raven, who lays two votes on somebody for the coming day.

Source: *The Werewolves of Millers Hollow: The Village* (des Pallières and Marly), 乌鸦.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from parlour.core import Event, Player, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import STAYED, Due, Night, Power, Tells, others

EXTRA = 2
"""How many votes it lays on somebody."""


class RavenPower(Power):
    """Makes somebody likelier to be voted out."""

    tells: ClassVar[Tells] = {kinds.CURSE: kinds.CURSED}

    def by_night(self, board: NightBoard, night: Night, player: Player) -> Iterator[Due]:
        """Whom to lay them on: anybody against whom one may vote."""
        if kinds.CURSE not in night.done:
            options = others(board.living, player, *board.marked(STAYED))
            yield Due(player=player, kind=kinds.CURSE, options=options)

    def news(self, board: NightBoard, night: Night) -> Iterator[Event]:
        """Everybody hears on whom they lie, whether or not the raven still lives."""
        cursed = night.chosen(kinds.CURSE)
        if cursed in board.living:
            yield event(kinds.CROWED, chosen=(cursed,) if cursed else ())

    def votes(self, night: Night) -> Iterator[tuple[Player, int]]:
        """The two."""
        if cursed := night.chosen(kinds.CURSE):
            yield cursed, EXTRA
