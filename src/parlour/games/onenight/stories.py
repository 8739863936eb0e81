"""The tables on which runs of One Night are played, one for each game."""

from __future__ import annotations

from parlour.experiments import TableStories

PART = TableStories(game="onenight", drawn="game")
