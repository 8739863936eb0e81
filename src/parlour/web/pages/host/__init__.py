"""The page of whoever opened a table: its links, its controls, who sits where, and what went wrong."""

from parlour.web.pages.host.page import register

__all__ = ["register"]
