"""An agent's memory: text segments, their retrieval, and the stream of utterances."""

from parlour.agents.memory.retrieval import (
    BM25,
    SEGMENT_TOKENS,
    Budgets,
    LazyRanking,
    LiveLookUp,
    LookUp,
    Query,
    Ranking,
    RecordedLookUp,
    RecordedRanking,
    Search,
    Segment,
    cut,
    open_ranking,
    pick,
)
from parlour.agents.memory.stream import MemoryStream

__all__ = [
    "BM25",
    "SEGMENT_TOKENS",
    "Budgets",
    "LazyRanking",
    "LiveLookUp",
    "LookUp",
    "MemoryStream",
    "Query",
    "Ranking",
    "RecordedLookUp",
    "RecordedRanking",
    "Search",
    "Segment",
    "cut",
    "open_ranking",
    "pick",
]
