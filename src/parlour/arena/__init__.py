"""The table: seats agents, runs the one loop of a match, and keeps its record."""

from parlour.arena.record import (
    Budgets,
    Entry,
    EntryKind,
    Journal,
    Record,
    RecordedCall,
    Seat,
    Setup,
    Status,
    total,
)

__all__ = [
    "Budgets",
    "Entry",
    "EntryKind",
    "Journal",
    "Record",
    "RecordedCall",
    "Seat",
    "Setup",
    "Status",
    "total",
]
