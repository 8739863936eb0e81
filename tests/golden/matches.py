"""Small matches with the reader, one for each game, language and method, and the digest of a journal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from functools import partial
from itertools import product
from typing import get_args

from parlour.agents import find_method
from parlour.arena import GameSetup, Setup
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import BUILT_IN, Language
from tests.arena.onenights import one_night
from tests.arena.playing import journal, play
from tests.arena.werewolves import werewolves

METHODS = (
    "gratr",
    "humanized",
    "native-rag:window=3",
    "o-cot",
    "plain",
    "player-star",
    "random",
    "rerank-rag:window=3",
    "think-thrice",
    "werewolf",
)
GAMES = ("mystery", "werewolf", "onenight")
NAMES: Mapping[Language, str] = {"en": "Player {}", "zh": "玩家{}"}


def _game(name: str, language: Language) -> GameSetup:
    players = [NAMES[language].format(n) for n in range(1, 9)]
    match name:
        case "mystery":
            script = generate(2, players=4, lang=language)
            return MysterySetup(script=script, questions=3, rounds=1, answers=False)
        case "werewolf":
            return werewolves("vwswxgvw", language, players=players)
        case _:
            return one_night("smwmntvv", language, players=players)


def _setup(name: str, language: Language, method: str) -> Setup:
    game, found = _game(name, language), find_method(method.partition(":")[0])
    model = {"model": BUILT_IN, "context": 1_000_000} if found.wants_model else {}
    held = {"method": method, **model}
    seats = [{"player": player, **held} for player in game.players]
    return Setup.model_validate({"game": game, "seed": 2, "language": language, "seats": seats})


CASES: Mapping[str, Callable[[], Setup]] = {
    " ".join(case): partial(_setup, *case) for case in product(GAMES, get_args(Language), METHODS)
}


def digest(name: str) -> str:
    """Of a match's journal."""
    told = json.dumps(journal(play(CASES[name]())), ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:24]
