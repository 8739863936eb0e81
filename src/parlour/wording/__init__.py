"""Rules, events and interface put into English and Chinese."""

from parlour.wording.interface import word, words
from parlour.wording.tell import mystery_rules, tell, werewolf_rules

__all__ = ["mystery_rules", "tell", "werewolf_rules", "word", "words"]
