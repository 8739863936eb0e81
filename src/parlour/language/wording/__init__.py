"""Rules, events and interface put into English and Chinese."""

from parlour.language.wording.interface import (
    GamePhrases,
    Phrases,
    find_choice,
    find_choices,
    game_word,
    has_word,
    number_options,
    plain,
    read_chosen,
    rules_of,
    title_of,
    word,
    words,
)
from parlour.language.wording.rulebook import (
    Rulebook,
    RuleText,
    game_words,
    rulebook,
    rules,
    tell,
    tell_named,
)
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
    "number_options",
    "plain",
    "read_chosen",
    "rulebook",
    "rules",
    "rules_of",
    "tell",
    "tell_named",
    "title_of",
    "word",
    "words",
]
