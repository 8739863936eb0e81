"""The recorded game that a match follows."""

from __future__ import annotations

from typing import cast

from parlour.core import GameSetup
from parlour.games.watched.setup import WatchedSetup
from parlour.lab.watching import FollowedGame


class WatchedRecording:
    """Finds the recorded game in the setup."""

    def recorded(self, setup: GameSetup) -> FollowedGame:
        return cast("WatchedSetup", setup).followed


PART = WatchedRecording()
