"""Werewolf: its roles, its setup and its rules."""

from parlour.games.werewolf.roles import LEADERS, Role, RoleTable, Team, usual_table
from parlour.games.werewolf.setup import WerewolfSetup, seat_names

__all__ = ["LEADERS", "Role", "RoleTable", "Team", "WerewolfSetup", "seat_names", "usual_table"]
