"""The words of a screen at one game's table: the game's own, or else the interface's."""

from __future__ import annotations

from parlour.llm import Language
from parlour.wording.game_phrases import GamePhrases
from parlour.wording.interface import word, words


def has_word(key: str, language: Language, game: str) -> bool:
    """Whether there is such a phrase at that game."""
    return key in GamePhrases(game, language).all or key in words(language)


def game_word(key: str, language: Language, game: str, /, **variables: object) -> str:
    """A phrase as people read it at that game.

    Raises:
        TemplateError: if neither has such a phrase, or it wants a variable that is not given.
    """
    return GamePhrases(game, language).find(key, **variables) or word(key, language, **variables)
