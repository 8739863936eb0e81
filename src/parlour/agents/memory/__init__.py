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
