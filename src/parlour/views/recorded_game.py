"""The recorded game behind a match in which somebody only watches one."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from parlour.core import GameSetup, find_game
from parlour.lab.watching import FollowedGame


@runtime_checkable
class FollowsRecorded(Protocol):
    """The part `recorded` of a game in which a recorded one is followed."""

    def recorded(self, setup: GameSetup) -> FollowedGame:
        """The game that is followed."""
        ...


def recorded_game(setup: GameSetup) -> FollowedGame | None:
    """The game that a match follows; None of a match that is played.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    part = find_game(setup.name).find_part("recorded", FollowsRecorded)
    return part.recorded(setup) if part else None
