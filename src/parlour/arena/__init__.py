"""The table: seats agents, runs the one loop of a match, and keeps its record."""

from parlour.arena.dealing import (
    MOST_SEED,
    any_seed,
    lay_table,
)
from parlour.arena.decisions import PlayedRules, TakenDecision, play_rules
from parlour.arena.entries import Act, Fault, Item, Note, entry, events, faults, item, items
from parlour.arena.fork import ReusingLog, calls_before, calls_by_step, forked, reusable_calls
from parlour.arena.hearing import GameHearing, Listener, listener, reader_refusal
from parlour.arena.match import MatchLoop, NullObserver, Observer
from parlour.arena.overruling import OVERRULED, overruling
from parlour.arena.person import HUMAN, OUTSIDE, REMOTE, RecordedPerson
from parlour.arena.record import (
    Entry,
    EntryKind,
    GameSetup,
    Journal,
    Origin,
    Record,
    RecordedCall,
    Seat,
    SeatAssignment,
    SeatHandover,
    Setup,
    Status,
)
from parlour.arena.replay import Log, Replay, replay
from parlour.arena.seating import MatchLog, OpenModel, seat_agents, seated, start_state
from parlour.arena.silence import SilentPerson
from parlour.arena.table import (
    Seating,
    Window,
    find_player,
    hold,
    lay_seats,
    passed_to,
    team_names,
    try_out,
    versions,
)

__all__ = [
    "HUMAN",
    "MOST_SEED",
    "OUTSIDE",
    "OVERRULED",
    "REMOTE",
    "Act",
    "Entry",
    "EntryKind",
    "Fault",
    "GameHearing",
    "GameSetup",
    "Item",
    "Journal",
    "Listener",
    "Log",
    "MatchLog",
    "MatchLoop",
    "Note",
    "NullObserver",
    "Observer",
    "OpenModel",
    "Origin",
    "PlayedRules",
    "Record",
    "RecordedCall",
    "RecordedPerson",
    "Replay",
    "ReusingLog",
    "Seat",
    "SeatAssignment",
    "SeatHandover",
    "Seating",
    "Setup",
    "SilentPerson",
    "Status",
    "TakenDecision",
    "Window",
    "any_seed",
    "calls_before",
    "calls_by_step",
    "entry",
    "events",
    "faults",
    "find_player",
    "forked",
    "hold",
    "item",
    "items",
    "lay_seats",
    "lay_table",
    "listener",
    "overruling",
    "passed_to",
    "play_rules",
    "reader_refusal",
    "replay",
    "reusable_calls",
    "seat_agents",
    "seated",
    "start_state",
    "team_names",
    "try_out",
    "versions",
]
