"""Hidden-role games for language-model agents and people, and a laboratory of how well they reason.

What stands here is loaded when it is first used, so that `import parlour` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.library import (
        Match,
        Run,
        aload_run,
        aplay,
        aresume,
        arun,
        list_games,
        list_methods,
        list_models,
        list_suites,
        load,
        load_run,
        play,
        register,
        resume,
        run,
    )

__version__ = "0.1.0"
__all__ = [
    "Match",
    "Run",
    "aload_run",
    "aplay",
    "aresume",
    "arun",
    "list_games",
    "list_methods",
    "list_models",
    "list_suites",
    "load",
    "load_run",
    "play",
    "register",
    "resume",
    "run",
]


def __getattr__(name: str) -> object:
    if name in __all__:
        return getattr(import_module("parlour.library"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
