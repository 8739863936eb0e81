"""An agent's memory: text segments, and their retrieval."""

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

__all__ = [
    "BM25",
    "SEGMENT_TOKENS",
    "Budgets",
    "LazyRanking",
    "LiveLookUp",
    "LookUp",
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
