"""Rules and events put into English and Chinese."""

from parlour.wording.tell import rules, tell

__all__ = ["rules", "tell"]
