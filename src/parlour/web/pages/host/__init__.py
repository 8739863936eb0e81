"""The host's page of a table: links, controls, seats, costs and troubles."""

from parlour.web.pages.host.page import register

__all__ = ["register"]
