"""Which suites are installed: shipped ones and others, each an entry point of its distribution."""

from __future__ import annotations

from parlour.core import Registry
from parlour.experiments.suite import Suite

SUITES: Registry[Suite] = Registry(group="parlour.suites", noun="suite", kind=Suite, verb="parlour suites")


def suites() -> tuple[Suite, ...]:
    """Every suite that works, by name."""
    return tuple(suite for _, suite in sorted(SUITES.installed().items()))


def find_suite(name: str) -> Suite:
    """The suite of that name.

    Raises:
        UsageError: naming the nearest ones.
        BrokenPlugin: naming its package, if it cannot be used.
    """
    return SUITES.find(name)
