"""Werewolf: its roles, its setup and its rules."""

from parlour.games.werewolf.day import WEREWOLVES
from parlour.games.werewolf.roles import FEWEST, LEADERS, MOST, Role, RoleTable, Team, usual_table
from parlour.games.werewolf.rules import Stage, WerewolfState, start
from parlour.games.werewolf.setup import WerewolfSetup, seat_names

__all__ = [
    "FEWEST",
    "LEADERS",
    "MOST",
    "WEREWOLVES",
    "Role",
    "RoleTable",
    "Stage",
    "Team",
    "WerewolfSetup",
    "WerewolfState",
    "seat_names",
    "start",
    "usual_table",
]
