"""How what bears on a question is found among passages, whatever they are passages of."""

from parlour.agents.modules.retrieval.found import MOST, FoundPassages, PassageRetrieval
from parlour.agents.modules.retrieval.native import Native
from parlour.agents.modules.retrieval.reranked import CANDIDATES, STEP, WINDOW, Reranked

__all__ = [
    "CANDIDATES",
    "MOST",
    "STEP",
    "WINDOW",
    "FoundPassages",
    "Native",
    "PassageRetrieval",
    "Reranked",
]
