"""Modules that two methods or more are assembled from, and what modules of one agent share."""

from parlour.agents.modules.recalling import (
    AskOptions,
    InTurn,
    Recalling,
    RecallOptions,
    SharedRecall,
    WindowOptions,
)
from parlour.agents.modules.retrieval import MOST, FoundPassages, Native, PassageRetrieval, Reranked

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
