"""Rules, events and interface put into English and Chinese."""

from parlour.wording.interface import Phrases, game_phrases, game_word, has_word, word, words
from parlour.wording.tell import game_words, rules, tell

__all__ = ["Phrases", "game_phrases", "game_word", "game_words", "has_word", "rules", "tell", "word", "words"]
