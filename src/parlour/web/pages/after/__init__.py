"""After the match: how it ended, who knew what when, what it was worth, and what the people thought of it."""

from parlour.web.pages.after.page import register

__all__ = ["register"]
