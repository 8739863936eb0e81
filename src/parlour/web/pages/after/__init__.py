"""The page after a match: the end, beliefs, scores, and surveys."""

from parlour.web.pages.after.page import register

__all__ = ["register"]
