"""A small table of each game."""

from __future__ import annotations

from parlour.core import GameSetup
from parlour.games.mystery import generate
from parlour.games.mystery.setup import MysterySetup
from parlour.llm import Language
from tests.arena.onenights import one_night
from tests.arena.werewolves import werewolves


def small_game(name: str, language: Language, questions: int = 2) -> GameSetup:
    """One Night or Werewolf by eight; else a mystery by four, each with so many questions in one round."""
    match name:
        case "werewolf":
            return werewolves("vwswxgvw", language)
        case "onenight":
            return one_night("smwmntvv", language)
        case _:
            script = generate(2, players=4, lang=language)
            return MysterySetup(script=script, questions=questions, rounds=1, answers=False)
