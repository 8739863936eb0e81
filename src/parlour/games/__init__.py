"""Rules and state machines. Pure: no async, clock, files, network, prompts."""

from parlour.games.game import (
    DEALT,
    PASS,
    SILENT,
    Action,
    Case,
    CaseOutcome,
    Event,
    EventKind,
    Kind,
    Outcome,
    Player,
    Request,
    State,
    chance,
    count_words,
    cut_words,
)
from parlour.games.schema import Decision, schema, some_of

__all__ = [
    "DEALT",
    "PASS",
    "SILENT",
    "Action",
    "Case",
    "CaseOutcome",
    "Decision",
    "Event",
    "EventKind",
    "Kind",
    "Outcome",
    "Player",
    "Request",
    "State",
    "chance",
    "count_words",
    "cut_words",
    "schema",
    "some_of",
]
