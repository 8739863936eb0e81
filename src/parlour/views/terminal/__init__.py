"""What verbs of the command line share, those that games and methods bring among them."""

from parlour.views.terminal.broken import tell_broken
from parlour.views.terminal.consoles import terminal
from parlour.views.terminal.json_text import print_json
from parlour.views.terminal.listing import ListColumn, print_list
from parlour.views.terminal.model_options import Effort, ModelFile, Set, Temperature, read_model_options
from parlour.views.terminal.options import AsJson, Db, MatchId
from parlour.views.terminal.spending import Budget, Concurrency, Jobs, Yes, confirm, resumable
from parlour.views.terminal.targets import check_file, check_folder

__all__ = [
    "AsJson",
    "Budget",
    "Concurrency",
    "Db",
    "Effort",
    "Jobs",
    "ListColumn",
    "MatchId",
    "ModelFile",
    "Set",
    "Temperature",
    "Yes",
    "check_file",
    "check_folder",
    "confirm",
    "print_json",
    "print_list",
    "read_model_options",
    "resumable",
    "tell_broken",
    "terminal",
]
