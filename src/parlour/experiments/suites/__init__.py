"""Which suites there are: one module per table or figure, loaded when its suite is asked for."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from importlib import import_module

from parlour.errors import UsageError
from parlour.experiments.suite import Suite

BUILT_IN: Mapping[str, str] = {
    "ladder": "parlour.experiments.suites.ladder:SUITE",
}


def suites() -> tuple[Suite, ...]:
    """Every suite, in the order in which a list shows them."""
    return tuple(map(find_suite, BUILT_IN))


def find_suite(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UsageError: naming the nearest ones.
    """
    if name not in BUILT_IN:
        near = difflib.get_close_matches(name, BUILT_IN, n=3) or list(BUILT_IN)
        raise UsageError(f"no suite {name!r}; there are: {', '.join(near)} (see `parlour suites`)")
    module, _, attribute = BUILT_IN[name].partition(":")
    return getattr(import_module(module), attribute)
