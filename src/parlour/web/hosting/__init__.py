"""Live tables: matches that are started, watched, paused, handed over, and resumed after a restart."""

from parlour.web.hosting.feed import Changed, Feed, Happened, RequestsChanged, Spoke, Update
from parlour.web.hosting.live_match import MOST_SECONDS, OVER, LiveMatch, Settings, Standing, Trouble
from parlour.web.hosting.projection import FeedLine, Form, Projection, Visibility, answer_schema, form, line
from parlour.web.hosting.remote_seat import NO_ANSWER
from parlour.web.hosting.table_server import TableServer, visibility_of

__all__ = [
    "MOST_SECONDS",
    "NO_ANSWER",
    "OVER",
    "Changed",
    "Feed",
    "FeedLine",
    "Form",
    "Happened",
    "LiveMatch",
    "Projection",
    "RequestsChanged",
    "Settings",
    "Spoke",
    "Standing",
    "TableServer",
    "Trouble",
    "Update",
    "Visibility",
    "answer_schema",
    "form",
    "line",
    "visibility_of",
]
