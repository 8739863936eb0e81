"""Rules, events and interface put into English and Chinese."""

from parlour.wording.interface import Phrases, word, words
from parlour.wording.tell import game_words, rules, tell
from parlour.wording.vocabulary import Vocabulary, plain, title_of

__all__ = ["Phrases", "Vocabulary", "game_words", "plain", "rules", "tell", "title_of", "word", "words"]
