"""Hidden-role games for language-model agents and people, and a laboratory of how well they reason.

What stands here is loaded when it is first used, so that `import parlour` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.library.installed import list_games, list_methods, list_models, list_suites, register
    from parlour.library.match import Match, load
    from parlour.library.playing import aplay, aresume, play, resume
    from parlour.library.running import Run, aload_run, arun, load_run, run

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


_MODULES = {
    "installed": ("list_games", "list_methods", "list_models", "list_suites", "register"),
    "match": ("Match", "load"),
    "playing": ("aplay", "aresume", "play", "resume"),
    "running": ("Run", "aload_run", "arun", "load_run", "run"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"parlour.library.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
