"""Rules, events and interface put into English and Chinese."""

from parlour.wording.interface import Phrases, word, words
from parlour.wording.tell import mystery_rules, onenight_rules, tell, werewolf_rules

__all__ = ["Phrases", "mystery_rules", "onenight_rules", "tell", "werewolf_rules", "word", "words"]
