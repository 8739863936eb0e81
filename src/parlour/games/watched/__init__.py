"""Recorded games, followed by watchers that any method and model can be."""

from parlour.games.watched.game import AVALON_WATCHED, MACHINES_WATCHED, ONE_NIGHT_WATCHED, WEREWOLF_WATCHED
from parlour.games.watched.setup import WatchedSetup, chairs

__all__ = [
    "AVALON_WATCHED",
    "MACHINES_WATCHED",
    "ONE_NIGHT_WATCHED",
    "WEREWOLF_WATCHED",
    "WatchedSetup",
    "chairs",
]
