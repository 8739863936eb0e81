"""Which methods there are: ours in one table, others by the entry point `parlour.methods`."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from parlour.errors import SetupError, UnknownMethod

if TYPE_CHECKING:
    from parlour.agents.method import Method

BUILT_IN: Mapping[str, str] = {
    "gratr": "parlour.agents.methods.gratr:METHOD",
    "humanized": "parlour.agents.methods.humanized:METHOD",
    "light-rag": "parlour.agents.methods.light_rag:METHOD",
    "native-rag": "parlour.agents.methods.native_rag:METHOD",
    "o-cot": "parlour.agents.methods.o_cot:METHOD",
    "plain": "parlour.agents.methods.plain:METHOD",
    "player-star": "parlour.agents.methods.player_star:METHOD",
    "random": "parlour.agents.methods.random:METHOD",
    "rerank-rag": "parlour.agents.methods.rerank_rag:METHOD",
    "think-thrice": "parlour.agents.methods.think_thrice:METHOD",
    "werewolf": "parlour.agents.methods.werewolf:METHOD",
}


@dataclass(frozen=True, kw_only=True)
class MethodSpec:
    """A method as it is asked for: `player-star:ask=suspects,gain=verbal`."""

    name: str
    options: Mapping[str, str]

    @staticmethod
    def read(text: str) -> MethodSpec:
        """Takes the spelling apart.

        Raises:
            SetupError: if an option has no value.
        """
        name, _, told = text.partition(":")
        options: dict[str, str] = {}
        for piece in filter(None, told.split(",")):
            option, equals, value = piece.partition("=")
            if not equals:
                raise SetupError(f"{text!r}: write options as name=value, such as {name}:{option}=...")
            options[option.strip()] = value.strip()
        return MethodSpec(name=name.strip(), options=options)


def installed_methods() -> dict[str, Method]:
    """Every method that is installed, by name.

    Raises:
        SetupError: if another package's method cannot be loaded.
    """
    return {name: find_method(name) for name in {**BUILT_IN, **_others()}}


def find_method(name: str) -> Method:
    """The method of that name; another package cannot take the place of ours.

    Raises:
        UnknownMethod: naming the nearest ones.
        SetupError: if another package's method cannot be loaded.
    """
    if name in BUILT_IN:
        return _load(BUILT_IN[name])
    others = _others()
    if name not in others:
        known = [*BUILT_IN, *others]
        near = difflib.get_close_matches(name, known) or known
        raise UnknownMethod(f"no method {name!r}; there are: {', '.join(near)} (see `parlour methods`)")
    try:
        return others[name].load()
    except (ImportError, AttributeError) as error:
        raise SetupError(f"the method {name!r} of {others[name].value} cannot be loaded: {error}") from error


def _others() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group="parlour.methods")}


def _load(path: str) -> Method:
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
