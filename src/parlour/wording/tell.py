"""What the rules say and what happened, in the players' language and the words of their game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from parlour.core import Event, Game, GameSetup, find_game
from parlour.core.sentences import told
from parlour.llm import Language, Templates


def game_words(game: Game[Any]) -> Templates:
    """The templates that a game brings: its rules, and what its requests ask."""
    return Templates(game.package)


def rules(setup: GameSetup) -> str:
    """The rules of a game as this table plays it, with who is at it and what is dealt."""
    return game_words(find_game(setup.name)).speak("rules", setup.language, setup=setup)


@lru_cache(maxsize=8192)
def tell(event: Event, language: Language, game: str) -> str:
    """One event of a game as a player hears of it."""
    return told(event, language, find_game(game).package)
