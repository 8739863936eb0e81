"""The event kinds of recorded games besides those of any game."""

from __future__ import annotations

from parlour.core import EventKind

NEWS = EventKind("news")
"""Something that the table, or somebody there, was told."""
DONE = EventKind("done", secret=True, choice=True)
"""A choice that is no vote on a player, or no choice of players at all."""
OUT = EventKind("out", removes=True, tells_end=True)
"""Somebody is out of the game, in the words in which the table was told."""
