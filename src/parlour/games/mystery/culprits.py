"""The culprits of a mystery, by its script."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.arena import Record
from parlour.core import Player
from parlour.errors import SetupError
from parlour.games.mystery.setup import MysterySetup


class Murderers:
    """The murderers of each victim."""

    def culprits(self, record: Record) -> Mapping[str, tuple[Player, ...]]:
        """Returns the murderers of each victim."""
        game = record.setup.game
        if not isinstance(game, MysterySetup):
            raise SetupError(f"no mystery, but {game.name}")
        return {victim.name: victim.murderers for victim in game.script.victims}


PART = Murderers()
