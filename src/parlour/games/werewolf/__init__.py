"""Werewolf: its roles, its setup and its rules."""

from parlour.games.werewolf.day import WEREWOLVES
from parlour.games.werewolf.rules import Stage, WerewolfState, start
from parlour.games.werewolf.setup import (
    LEADERS,
    Role,
    RoleTable,
    Team,
    WerewolfSetup,
    seat_names,
    usual_table,
)

__all__ = [
    "LEADERS",
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
