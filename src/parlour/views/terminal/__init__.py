"""What verbs of the command line share, those that games and methods bring among them."""

from parlour.views.terminal.broken import tell_broken
from parlour.views.terminal.consoles import terminal
from parlour.views.terminal.json_text import print_json
from parlour.views.terminal.listing import ListColumn, print_list
from parlour.views.terminal.options import AsJson, Db, MatchId
from parlour.views.terminal.spending import Concurrency, Yes, confirm, how_to_go_on

__all__ = [
    "AsJson",
    "Concurrency",
    "Db",
    "ListColumn",
    "MatchId",
    "Yes",
    "confirm",
    "how_to_go_on",
    "print_json",
    "print_list",
    "tell_broken",
    "terminal",
]
