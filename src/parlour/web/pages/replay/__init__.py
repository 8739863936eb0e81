"""Looking back at a match: from any entry, with any eyes that one may have, and on from there otherwise."""

from parlour.web.pages.replay.page import register

__all__ = ["register"]
