"""One Night: its roles, its setup and its rules, the paper's and those of people."""

from parlour.games.onenight.game import start
from parlour.games.onenight.rules import OneNightState
from parlour.games.onenight.setup import (
    OF_PEOPLE,
    OneNightSetup,
    Role,
    RoleTable,
    Team,
    seat_names,
    usual_table,
)
from parlour.games.onenight.verdict import THE_WEREWOLF

__all__ = [
    "OF_PEOPLE",
    "THE_WEREWOLF",
    "OneNightSetup",
    "OneNightState",
    "Role",
    "RoleTable",
    "Team",
    "seat_names",
    "start",
    "usual_table",
]
