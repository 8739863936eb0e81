"""What an agent remembers: segments, how they are found again, and the stream of what was said."""

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
from parlour.agents.memory.stream import DECAY, MemoryStream, RecallWeights, Utterance

__all__ = [
    "BM25",
    "DECAY",
    "SEGMENT_TOKENS",
    "Budgets",
    "LazyRanking",
    "LiveLookUp",
    "LookUp",
    "MemoryStream",
    "Query",
    "Ranking",
    "RecallWeights",
    "RecordedLookUp",
    "RecordedRanking",
    "Search",
    "Segment",
    "Utterance",
    "cut",
    "open_ranking",
    "pick",
]
