"""The idiot, who shows the card when voted out, and stays without a vote.

Source: the village idiot of *The Werewolves of Millers Hollow: New Moon* (des Pallières and Marly) and 白痴
of the Chinese game; that nobody can vote against the idiot again is the Chinese rule.
"""

from __future__ import annotations

from parlour.core import Event, Player, event
from parlour.games.werewolf import kinds
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.power import Power
from parlour.games.werewolf.roles import Role


class IdiotPower(Power):
    """Is not voted out; whoever is marked so has no vote from then on, and nobody votes against them."""

    def stays(self, board: NightBoard, player: Player) -> Event | None:
        """The card is shown."""
        return event(kinds.EXPOSED, chosen=(player,), role=Role.IDIOT)
