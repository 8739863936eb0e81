"""Which recorded game a match follows, for whoever draws it."""

from __future__ import annotations

from typing import cast

from parlour.core import GameSetup
from parlour.games.watched.setup import WatchedSetup
from parlour.lab.watching import FollowedGame


class WatchedRecording:
    """Finds it in the setup, which holds it whole."""

    def recorded(self, setup: GameSetup) -> FollowedGame:
        """The game that is followed."""
        return cast("WatchedSetup", setup).followed


PART = WatchedRecording()
