"""Matches at rest: one schema for SQLite and PostgreSQL, and the same journal in memory."""

from parlour.store.deleting import Deletion, matches_in
from parlour.store.examining import DatabaseState, examine
from parlour.store.forms import spell
from parlour.store.hosting import AccessToken, AccessTokenKind, Hosting
from parlour.store.matchlog import StoredMatchLog
from parlour.store.memory import MemoryLog
from parlour.store.recorded import RecordedGame, RecordedGames
from parlour.store.runlog import RunLog
from parlour.store.store import LATEST, MatchSummary, Store
from parlour.store.trust import foreign_addresses, refuse_foreign

__all__ = [
    "LATEST",
    "AccessToken",
    "AccessTokenKind",
    "DatabaseState",
    "Deletion",
    "Hosting",
    "MatchSummary",
    "MemoryLog",
    "RecordedGame",
    "RecordedGames",
    "RunLog",
    "Store",
    "StoredMatchLog",
    "examine",
    "foreign_addresses",
    "matches_in",
    "refuse_foreign",
    "spell",
]
