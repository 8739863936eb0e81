"""Matches at rest: one schema for SQLite and PostgreSQL, and the same journal in memory."""

from parlour.store.database import MEMORY, is_in_memory
from parlour.store.deleting import Deletion, matches_in
from parlour.store.hosting import AccessToken, AccessTokenKind, Hosting
from parlour.store.matchlog import MemoryLog, StoredMatchLog, play_in_memory
from parlour.store.recorded import RecordedGame
from parlour.store.rows import spell
from parlour.store.schema import examine
from parlour.store.store import LATEST, MatchSummary, RunLog, Store, foreign_addresses, refuse_foreign

__all__ = [
    "LATEST",
    "MEMORY",
    "AccessToken",
    "AccessTokenKind",
    "Deletion",
    "Hosting",
    "MatchSummary",
    "MemoryLog",
    "RecordedGame",
    "RunLog",
    "Store",
    "StoredMatchLog",
    "examine",
    "foreign_addresses",
    "is_in_memory",
    "matches_in",
    "play_in_memory",
    "refuse_foreign",
    "spell",
]
