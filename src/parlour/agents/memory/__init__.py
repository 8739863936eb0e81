"""What an agent remembers: segments, how they are found again, and the stream of what was said."""

from parlour.agents.memory.look_up import LiveLookUp, LookUp, RecordedLookUp, Search
from parlour.agents.memory.opening import BM25, LazyRanking, open_ranking
from parlour.agents.memory.retrieval import Query, Ranking, RecordedRanking, pick
from parlour.agents.memory.segments import SEGMENT_TOKENS, Budgets, Segment, cut
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
