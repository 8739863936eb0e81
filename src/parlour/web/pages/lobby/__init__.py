"""The lobby, in which tables are opened and found."""

from parlour.web.pages.lobby.page import register

__all__ = ["register"]
