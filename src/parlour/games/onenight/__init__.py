"""One Night: its roles, its setup and its rules."""

from parlour.games.onenight.roles import FEWEST, MOST, Role, RoleTable, Team, usual_table
from parlour.games.onenight.rules import OneNightState, Stage, start
from parlour.games.onenight.setup import OneNightSetup, seat_names
from parlour.games.onenight.verdict import THE_WEREWOLF

__all__ = [
    "FEWEST",
    "MOST",
    "THE_WEREWOLF",
    "OneNightSetup",
    "OneNightState",
    "Role",
    "RoleTable",
    "Stage",
    "Team",
    "seat_names",
    "start",
    "usual_table",
]
