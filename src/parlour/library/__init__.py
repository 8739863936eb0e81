"""The Python library: what `import parlour` offers, and what the command line is a thin user of."""

from parlour.library.asked_fields import AskedField, asked_fields
from parlour.library.game_options import not_of, read_game
from parlour.library.listing import list_games, list_methods, list_models, list_suites
from parlour.library.loading import load
from parlour.library.match import Match
from parlour.library.match_card import cost_line, score_lines
from parlour.library.match_order import MatchOrder, refuse_unused_budgets
from parlour.library.match_playing import play_in_memory, play_on, unfinished
from parlour.library.outcome import MatchOutcome, outcome_of
from parlour.library.place import MEMORY
from parlour.library.playing import aplay, aresume, play, play_laid, resume
from parlour.library.registering import register
from parlour.library.run_record import Run
from parlour.library.running import aload_run, arun, load_run, plan_of, run
from parlour.library.without import can_do_without, without

__all__ = [
    "MEMORY",
    "AskedField",
    "Match",
    "MatchOrder",
    "MatchOutcome",
    "Run",
    "aload_run",
    "aplay",
    "aresume",
    "arun",
    "asked_fields",
    "can_do_without",
    "cost_line",
    "list_games",
    "list_methods",
    "list_models",
    "list_suites",
    "load",
    "load_run",
    "not_of",
    "outcome_of",
    "plan_of",
    "play",
    "play_in_memory",
    "play_laid",
    "play_on",
    "read_game",
    "refuse_unused_budgets",
    "register",
    "resume",
    "run",
    "score_lines",
    "unfinished",
    "without",
]
