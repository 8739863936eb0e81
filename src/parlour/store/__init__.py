"""Matches at rest: one schema for SQLite and PostgreSQL, and the same journal in memory."""

from parlour.store.hosting import Hosting, Pass, PassKind
from parlour.store.matchlog import MatchLog
from parlour.store.memory import MemoryLog
from parlour.store.runlog import RunLog
from parlour.store.store import MatchSummary, Store

__all__ = ["Hosting", "MatchLog", "MatchSummary", "MemoryLog", "Pass", "PassKind", "RunLog", "Store"]
