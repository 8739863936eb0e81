"""Leagues: everybody meets everybody in each of several games, and is rated."""

from parlour.experiments.league.adopting import adopt
from parlour.experiments.league.asking import AskedLeague, ask_league
from parlour.experiments.league.budget import left_for
from parlour.experiments.league.files import write_league
from parlour.experiments.league.form import LeagueForm, LeagueGame
from parlour.experiments.league.page import SURE
from parlour.experiments.league.rows import LeagueTables, RatingRow
from parlour.experiments.league.standings import league_tables

__all__ = [
    "SURE",
    "AskedLeague",
    "LeagueForm",
    "LeagueGame",
    "LeagueTables",
    "RatingRow",
    "adopt",
    "ask_league",
    "league_tables",
    "left_for",
    "write_league",
]
