"""The table: seats agents, runs the one loop of a match, and keeps its record."""

from parlour.arena.entries import Act, Fault, Item, Note, entry, events, faults, item, items
from parlour.arena.match import Audience, Match, Nobody
from parlour.arena.record import (
    Entry,
    EntryKind,
    GameSetup,
    Journal,
    Record,
    RecordedCall,
    Seat,
    Setup,
    Status,
)
from parlour.arena.replay import Log, Replay, replay
from parlour.arena.seating import HUMAN, OpenModel, RecordedPerson, seat_agents, start_state
from parlour.arena.table import (
    DEFAULT_METHOD,
    Seating,
    Window,
    find_player,
    lay_seats,
    team_names,
    try_out,
    versions,
)

__all__ = [
    "DEFAULT_METHOD",
    "HUMAN",
    "Act",
    "Audience",
    "Entry",
    "EntryKind",
    "Fault",
    "GameSetup",
    "Item",
    "Journal",
    "Log",
    "Match",
    "Nobody",
    "Note",
    "OpenModel",
    "Record",
    "RecordedCall",
    "RecordedPerson",
    "Replay",
    "Seat",
    "Seating",
    "Setup",
    "Status",
    "Window",
    "entry",
    "events",
    "faults",
    "find_player",
    "item",
    "items",
    "lay_seats",
    "replay",
    "seat_agents",
    "start_state",
    "team_names",
    "try_out",
    "versions",
]
