"""Modules that two methods or more are assembled from."""

from parlour.agents.modules.in_turn import AskOptions, InTurn

__all__ = ["AskOptions", "InTurn"]
