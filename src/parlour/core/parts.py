"""What a game or a method brings for some room: the value `PART` of a module of its package."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from parlour.core.plugins import in_one_line
from parlour.errors import BrokenPlugin

P = TypeVar("P")


def find_part(package: str, module: str, kind: type[P]) -> P | None:
    """A package's part for some room, or None where it does not bring it.

    Raises:
        BrokenPlugin: if it cannot be imported, or is not what that room needs.
    """
    path = f"{package}.{module}"
    try:
        if find_spec(path) is None:
            return None
        found: Any = getattr(import_module(path), "PART", None)
    except Exception as error:
        raise BrokenPlugin(f"{path} cannot be used: {in_one_line(error)}") from error
    if not isinstance(found, kind):
        raise BrokenPlugin(f"{path}.PART is no {kind.__name__}")
    return found
