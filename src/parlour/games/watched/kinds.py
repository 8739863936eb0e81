"""The event kinds of recorded games besides those of any game."""

from __future__ import annotations

from parlour.core import EventKind

NEWS = EventKind("news")
"""Information for the table, or for some players."""
DONE = EventKind("done", secret=True, choice=True)
"""A choice that is no vote on a player, or no choice of players at all."""
OUT = EventKind("out", removes=True, tells_end=True)
"""A player is out of the game, in the words of the record."""
