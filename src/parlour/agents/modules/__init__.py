"""Modules that two methods or more are assembled from, and what modules of one agent share."""

from parlour.agents.modules.recalling import Recalling, RecallOptions, SharedRecall
from parlour.agents.modules.retrieval import MOST, FoundPassages, Native, PassageRetrieval, Reranked
from parlour.agents.modules.windowed import AskOptions, InTurn, WindowOptions

__all__ = [
    "MOST",
    "AskOptions",
    "FoundPassages",
    "InTurn",
    "Native",
    "PassageRetrieval",
    "RecallOptions",
    "Recalling",
    "Reranked",
    "SharedRecall",
    "WindowOptions",
]
