"""Modules that two methods or more are assembled from."""

from parlour.agents.modules.in_turn import AskOptions, InTurn
from parlour.agents.modules.recalling import Recalling, RecallOptions
from parlour.agents.modules.retrieval import Found, Light, Mode, Native, Reranked, Retrieval

__all__ = [
    "AskOptions",
    "Found",
    "InTurn",
    "Light",
    "Mode",
    "Native",
    "RecallOptions",
    "Recalling",
    "Reranked",
    "Retrieval",
]
