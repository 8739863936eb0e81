"""Games as environments: PettingZoo's, TextArena's and verifiers'. `NAME_v0` is whatever game is installed.

from parlour.integrations.envs import GAME_v0

env = GAME_v0.env(players=8, others="plain@reader", seats=(0, 1))
"""

from parlour.core import GAMES
from parlour.integrations.envs.factory import GameEnvironment, environment
from parlour.integrations.envs.text_env import TextEnv

__all__ = ["GameEnvironment", "TextEnv", "environment"]

VERSION = "_v0"


def __getattr__(name: str) -> GameEnvironment:
    """The environment of an installed game, as PettingZoo's modules are called: `GAME_v0`."""
    if not name.endswith(VERSION):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    told = name.removesuffix(VERSION)
    known = {game.replace("-", "_"): game for game in GAMES.names}
    return environment(known.get(told, told))


def __dir__() -> list[str]:
    return sorted([*__all__, *(f"{game.replace('-', '_')}{VERSION}" for game in GAMES.names)])
