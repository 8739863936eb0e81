"""Recorded games, followed by watchers that any method and model can be."""

from parlour.games.watched.setup import WatchedSetup, chairs

__all__ = ["WatchedSetup", "chairs"]
