"""Suites that are installed for a test, as those of another package are."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import cast

import pytest

from parlour.core import plugins
from parlour.experiments import SUITES


def install_suite(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """Lets a suite be found by a name, until the test is over."""
    monkeypatch.setitem(_points(), name, _point(name, value))


def leave_suite(name: str, value: str) -> None:
    """Lets a suite be found by a name in a process that ends with the test."""
    _points()[name] = _point(name, value)


def _points() -> dict[str, EntryPoint]:
    found = plugins._points(SUITES.group)  # pyright: ignore[reportPrivateUsage]
    return cast("dict[str, EntryPoint]", found)


def _point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, SUITES.group)
