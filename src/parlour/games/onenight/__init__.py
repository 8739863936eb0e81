"""One Night: its roles, its setup and its rules, the paper's and those of people."""

from parlour.games.onenight.people import PeopleState
from parlour.games.onenight.rules import OneNightState, Stage, start
from parlour.games.onenight.setup import (
    FEWEST,
    MOST,
    OF_PEOPLE,
    OneNightSetup,
    Role,
    RoleTable,
    Team,
    seat_names,
    usual_cards,
    usual_table,
)
from parlour.games.onenight.verdict import THE_WEREWOLF

__all__ = [
    "FEWEST",
    "MOST",
    "OF_PEOPLE",
    "THE_WEREWOLF",
    "OneNightSetup",
    "OneNightState",
    "PeopleState",
    "Role",
    "RoleTable",
    "Stage",
    "Team",
    "seat_names",
    "start",
    "usual_cards",
    "usual_table",
]
