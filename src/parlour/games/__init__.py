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

__all__ = [
    "DEALT",
    "PASS",
    "SILENT",
    "Action",
    "Case",
    "CaseOutcome",
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
]
