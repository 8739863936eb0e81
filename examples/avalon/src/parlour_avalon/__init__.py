"""Avalon for Parlour: its roles, its setup and its rules."""

from parlour_avalon.roles import FEWEST, MOST, Role, RoleTable, Team, usual_table
from parlour_avalon.rules import AvalonState, Stage, start
from parlour_avalon.setup import AvalonSetup, seat_names
from parlour_avalon.verdict import EVIL, MERLIN

__all__ = [
    "EVIL",
    "FEWEST",
    "MERLIN",
    "MOST",
    "AvalonSetup",
    "AvalonState",
    "Role",
    "RoleTable",
    "Stage",
    "Team",
    "seat_names",
    "start",
    "usual_table",
]
