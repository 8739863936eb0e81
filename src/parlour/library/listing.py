"""What there is to play, to seat, to think with and to run: the names that the other functions take."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.agents import METHODS
from parlour.core import GAMES
from parlour.experiments import suites
from parlour.llm import model_kinds


def list_games() -> Mapping[str, str]:
    """The installed games, each with its title."""
    return {name: game.titles.get("en", name) for name, game in GAMES.installed().items()}


def list_methods() -> Mapping[str, str]:
    """The installed methods, each with what it is."""
    return {name: method.summary for name, method in METHODS.installed().items()}


def list_models() -> Mapping[str, str]:
    """The kinds of model strings, each with what it still lacks here; nothing where it is ready."""
    return {kind.form: kind.lacks for kind in model_kinds()}


def list_suites() -> Mapping[str, str]:
    """The experiments that can be run, each with what it shows."""
    return {suite.name: suite.title for suite in suites()}
