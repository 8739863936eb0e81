"""Matches at rest: one schema for SQLite and PostgreSQL, and the same journal in memory."""

from parlour.store.hosting import AccessToken, AccessTokenKind, Hosting
from parlour.store.matchlog import StoredMatchLog
from parlour.store.memory import MemoryLog
from parlour.store.runlog import RunLog
from parlour.store.store import MatchSummary, Store

__all__ = [
    "AccessToken",
    "AccessTokenKind",
    "Hosting",
    "MatchSummary",
    "MemoryLog",
    "RunLog",
    "Store",
    "StoredMatchLog",
]
