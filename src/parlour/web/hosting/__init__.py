"""Tables that are played at: begun, watched, paused, handed over, and gone on with after a restart."""

from parlour.web.hosting.chair import NO_ANSWER, Chair, Pending
from parlour.web.hosting.feed import Asked, Changed, Feed, Happened, Spoke, Update
from parlour.web.hosting.house import House, sight_of
from parlour.web.hosting.lines import Form, Line, answer_schema, form, line
from parlour.web.hosting.settings import MOST_SECONDS, OVER, Settings, Standing, Trouble
from parlour.web.hosting.sight import OPEN, Sight
from parlour.web.hosting.table import Table

__all__ = [
    "MOST_SECONDS",
    "NO_ANSWER",
    "OPEN",
    "OVER",
    "Asked",
    "Chair",
    "Changed",
    "Feed",
    "Form",
    "Happened",
    "House",
    "Line",
    "Pending",
    "Settings",
    "Sight",
    "Spoke",
    "Standing",
    "Table",
    "Trouble",
    "Update",
    "answer_schema",
    "form",
    "line",
    "sight_of",
]
