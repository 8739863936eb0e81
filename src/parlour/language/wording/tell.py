"""What happened, in the players' language and the words of their game."""

from __future__ import annotations

from functools import lru_cache

from parlour.core import Event, find_game
from parlour.language.wording.event_sentences import told
from parlour.llm import Language


@lru_cache(maxsize=8192)
def tell(event: Event, language: Language, game: str) -> str:
    """One event of a game as a player hears of it."""
    return told(event, language, find_game(game).package)
