"""What an agent remembers: segments of script and dialogue, and how they are found again."""

from parlour.memory.budgets import Budgets
from parlour.memory.look_up import LiveLookUp, LookUp, RecordedLookUp, Search
from parlour.memory.opening import BM25, LazyRanking, open_ranking
from parlour.memory.retrieval import Query, Ranking, RecordedRanking, pick
from parlour.memory.segments import SEGMENT_TOKENS, Segment, cut

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
