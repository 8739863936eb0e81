"""Rules, events and interface put into English and Chinese."""

from parlour.wording.game_phrases import GamePhrases, plain, title_of
from parlour.wording.interface import Phrases, word, words
from parlour.wording.table_words import game_word, has_word
from parlour.wording.tell import game_words, rules, tell

__all__ = [
    "GamePhrases",
    "Phrases",
    "game_word",
    "game_words",
    "has_word",
    "plain",
    "rules",
    "tell",
    "title_of",
    "word",
    "words",
]
