"""The tables on which runs of Werewolf are played, each with all its games."""

from __future__ import annotations

from parlour.experiments import Stories

PART = Stories(game="werewolf", drawn="table")
