"""Leagues: round robins in several games, after which entrants are rated."""

from parlour.experiments.league.asking import AskedLeague, adopt, ask_league, left_for
from parlour.experiments.league.page import SURE, write_league
from parlour.experiments.league.rating import league_tables
from parlour.experiments.league.rows import LeagueTables, RatingRow

__all__ = [
    "SURE",
    "AskedLeague",
    "LeagueTables",
    "RatingRow",
    "adopt",
    "ask_league",
    "league_tables",
    "left_for",
    "write_league",
]
