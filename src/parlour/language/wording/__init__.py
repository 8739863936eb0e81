"""Rules, events and interface put into English and Chinese."""

from parlour.language.wording.choices import find_choice, find_choices, numbered, read_chosen
from parlour.language.wording.game_phrases import GamePhrases, game_word, has_word, plain, rules_of, title_of
from parlour.language.wording.interface import Phrases, word, words
from parlour.language.wording.rulebook import Rulebook, RuleText, game_words, rulebook, rules
from parlour.language.wording.tell import tell
from parlour.language.wording.vocabulary import MethodTemplates, Vocabulary

__all__ = [
    "GamePhrases",
    "MethodTemplates",
    "Phrases",
    "RuleText",
    "Rulebook",
    "Vocabulary",
    "find_choice",
    "find_choices",
    "game_word",
    "game_words",
    "has_word",
    "numbered",
    "plain",
    "read_chosen",
    "rulebook",
    "rules",
    "rules_of",
    "tell",
    "title_of",
    "word",
    "words",
]
