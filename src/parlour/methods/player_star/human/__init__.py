"""Matches of people with agents, in the form of PLAYER*'s tables 3 and 6 and its figure 5."""

from parlour.methods.player_star.human.files import write_human
from parlour.methods.player_star.human.matches import HumanMatch, read_human_matches
from parlour.methods.player_star.human.report import REPORT
from parlour.methods.player_star.human.rows import human_rows

__all__ = [
    "REPORT",
    "HumanMatch",
    "human_rows",
    "read_human_matches",
    "write_human",
]
