"""Modules that two methods or more are assembled from, and what modules of one agent share."""

from parlour.agents.modules.in_turn import AskOptions, InTurn
from parlour.agents.modules.recalling import Recalling, RecallOptions
from parlour.agents.modules.retrieval import MOST, FoundPassages, Native, PassageRetrieval, Reranked
from parlour.agents.modules.shared_recall import SharedRecall
from parlour.agents.modules.windowed import WindowOptions

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
