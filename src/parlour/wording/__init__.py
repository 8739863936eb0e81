"""Rules, events and interface put into English and Chinese."""

from parlour.wording.interface import Phrases, word, words
from parlour.wording.tell import game_words, rules, tell

__all__ = ["Phrases", "game_words", "rules", "tell", "word", "words"]
