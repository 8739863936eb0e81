"""Suites that are installed for a test, as those of another package are, and packages that are not."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint

import pytest

from parlour.core import plugins
from parlour.experiments import SUITES

Points = Callable[[str], tuple[EntryPoint, ...]]


def install_suite(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """Lets a suite be found by a name, until the test is over."""
    monkeypatch.setattr(plugins, "sorted_points", _with(plugins.sorted_points, name, value))


def uninstall(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """Lets nothing of a package be found, until the test is over."""
    found = plugins.sorted_points

    def others(group: str) -> tuple[EntryPoint, ...]:
        return tuple(point for point in found(group) if not point.dist or point.dist.name != package)

    monkeypatch.setattr(plugins, "sorted_points", others)


def leave_suite(name: str, value: str) -> None:
    """Lets a suite be found by a name in a process that ends with the test."""
    plugins.sorted_points = _with(plugins.sorted_points, name, value)  # pyright: ignore[reportAttributeAccessIssue]


def _with(points: Points, name: str, value: str) -> Points:
    """The entry points of a group, with one more among the suites."""
    point = EntryPoint(name, value, SUITES.group)
    return lambda group: (*points(group), *((point,) if group == SUITES.group else ()))
