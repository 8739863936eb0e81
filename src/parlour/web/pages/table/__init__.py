"""The table as it is played at: for whoever sits in a seat, and for whoever watches."""

from parlour.web.pages.table.page import register

__all__ = ["register"]
