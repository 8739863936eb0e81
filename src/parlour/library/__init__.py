"""The Python library: the functions of `import parlour`, which the command line uses too."""

from parlour.library.game_options import AskedField, asked_fields, not_of, read_game
from parlour.library.installed import list_games, list_methods, list_models, list_suites, register
from parlour.library.match import Match, MatchOutcome, cost_line, load, outcome_of, score_lines
from parlour.library.match_order import MatchOrder, play_in_memory, play_on, refuse_unused_budgets, unfinished
from parlour.library.place import MEMORY
from parlour.library.playing import aplay, aresume, can_do_without, play, play_laid, resume, without
from parlour.library.run_record import Run
from parlour.library.running import aload_run, arun, load_run, plan_of, run

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
