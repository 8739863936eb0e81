"""The replay of a match, for any visible point of view, and its forks."""

from parlour.web.pages.replay.page import register

__all__ = ["register"]
