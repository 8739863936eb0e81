"""Games as environments for PettingZoo, TextArena and verifiers; `NAME_v0` is an installed game.

from parlour.integrations.envs import GAME_v0

env = GAME_v0.env(players=8, others="plain@reader", seats=(0, 1))
"""

from parlour.core import GAMES
from parlour.integrations.envs.factory import GameEnvironment, environment
from parlour.integrations.envs.text_env import TextEnv

__all__ = ["GameEnvironment", "TextEnv", "environment"]

VERSION = "_v0"


def __getattr__(name: str) -> GameEnvironment:
    if not name.endswith(VERSION):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    stem = name.removesuffix(VERSION)
    names = {game.replace("-", "_"): game for game in GAMES.names}
    return environment(names.get(stem, stem))


def __dir__() -> list[str]:
    return sorted([*__all__, *(f"{game.replace('-', '_')}{VERSION}" for game in GAMES.names)])
