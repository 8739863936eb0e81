"""Rules, events and interface put into English and Chinese."""

from parlour.wording.game_phrases import GamePhrases, game_word, has_word, plain, title_of
from parlour.wording.interface import Phrases, word, words
from parlour.wording.tell import game_words, rules, tell
from parlour.wording.vocabulary import MethodTemplates, Vocabulary

__all__ = [
    "GamePhrases",
    "MethodTemplates",
    "Phrases",
    "Vocabulary",
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
