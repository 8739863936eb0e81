"""Rules, events and interface put into English and Chinese."""

from parlour.wording.interface import word, words
from parlour.wording.tell import rules, tell

__all__ = ["rules", "tell", "word", "words"]
