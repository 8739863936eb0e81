"""What a method brings beside its agents: words of its own, and parts for other rooms."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TypeVar

from parlour.agents.method import Method
from parlour.agents.registry import METHODS
from parlour.core import find_part
from parlour.language.wording import Phrases
from parlour.llm import Language

P = TypeVar("P")


def find_method_part(method: str, module: str, kind: type[P]) -> P | None:
    """What a method brings for some room, or None where it brings nothing or is not installed.

    Raises:
        BrokenPlugin: if it cannot be imported, or is not what that room needs.
    """
    found = METHODS.installed().get(method)
    package = _package(found) if found else ""
    return find_part(package, module, kind) if package else None


@cache
def method_words(method: str, language: Language) -> Mapping[str, str]:
    """What a method calls its own, from `words/{en,zh}.yaml` of its package; nothing where it has none.

    `summary` is what it does in a line, `kind_KIND` a kind of its thoughts, `measure_KIND` a measure of them;
    `field_NAME` (or `field_KIND_NAME`) is what stands in a thought under a name, `value_WORD` a word of it.
    """
    found = METHODS.installed().get(method)
    package = _package(found) if found else ""
    if not package or not (resources.files(package) / "words" / f"{language}.yaml").is_file():
        return {}
    return Phrases(package).all(language)


def _package(method: Method) -> str:
    """The package that a method stands in, or is; empty if it is a lone module."""
    module = type(method).__module__
    return module if hasattr(sys.modules[module], "__path__") else module.rpartition(".")[0]
