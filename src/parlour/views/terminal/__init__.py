"""What verbs of the command line share, those that games and methods bring among them."""

from parlour.views.terminal.broken import tell_broken
from parlour.views.terminal.options import AsJson, Db, MatchId
from parlour.views.terminal.spending import Concurrency, Yes, confirm, how_to_go_on

__all__ = [
    "AsJson",
    "Concurrency",
    "Db",
    "MatchId",
    "Yes",
    "confirm",
    "how_to_go_on",
    "tell_broken",
]
