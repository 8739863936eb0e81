"""The installed games, methods, models and suites by name, and the registration of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.agents import METHODS, Method
from parlour.core import GAMES
from parlour.experiments import SUITES, Suite, suites
from parlour.llm import model_kinds


def list_games() -> Mapping[str, str]:
    """Returns the installed games, each with its title."""
    return {name: game.titles.get("en", name) for name, game in GAMES.load_all().items()}


def list_methods() -> Mapping[str, str]:
    """Returns the installed methods, each with its summary."""
    return {name: method.summary for name, method in METHODS.load_all().items()}


def list_models() -> Mapping[str, str]:
    """Returns the kinds of model strings, each with what it still lacks here; empty if it is ready."""
    return {kind.form: kind.lacks for kind in model_kinds()}


def list_suites() -> Mapping[str, str]:
    """Returns the experiments, each with its title."""
    return {suite.name: suite.title for suite in suites()}


def register(thing: Method | Suite) -> None:
    """Lets a method or a suite be found by its name in this process, as if a package had brought it.

    So a notebook plays and measures what it defines; run again, a cell replaces what it registered before. A
    match on record names its methods: to replay it in another process, register them there too, or put them
    into a package (`parlour new method`), which other processes of a run (`jobs`) need as well.

    Args:
        thing: a method with its ``name``, or a suite.

    Raises:
        UsageError: if something installed has its name, or it is not what a method or a suite must be.
    """
    if isinstance(thing, Suite):
        SUITES.register(thing.name, thing)
    else:
        METHODS.register(getattr(thing, "name", ""), thing)
