"""The tables on which runs of One Night are played, one for each game."""

from __future__ import annotations

from parlour.experiments import Stories

PART = Stories(game="onenight", drawn="game")
