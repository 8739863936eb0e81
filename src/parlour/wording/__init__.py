"""Rules, events and interface put into English and Chinese."""

from parlour.wording.interface import Phrases, word, words
from parlour.wording.tell import game_words, rules, tell
from parlour.wording.vocabulary import MethodTemplates, Vocabulary

__all__ = ["MethodTemplates", "Phrases", "Vocabulary", "game_words", "rules", "tell", "word", "words"]
