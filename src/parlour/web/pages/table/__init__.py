"""The page of a table, for players and spectators."""

from parlour.web.pages.table.page import register

__all__ = ["register"]
