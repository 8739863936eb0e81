"""What is asked of telemetry is told or refused; OpenTelemetry's own variables are no more than a wish."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from parlour.core.telemetry.settings import Telemetry, begin, current_settings, end
from parlour.errors import MissingExtra


@pytest.fixture(autouse=True)
def untold(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is told before and after, and OpenTelemetry's SDK is not there."""
    monkeypatch.delenv("OTEL_TRACES_EXPORTER", raising=False)
    monkeypatch.setitem(sys.modules, "parlour.core.telemetry.tracing", None)
    yield
    end()


def test_spans_that_are_asked_for_need_their_library():
    with pytest.raises(MissingExtra, match=r"pip install 'parlour\[telemetry\]'"):
        begin(Telemetry(trace="console"))


def test_a_variable_of_opentelemetrys_is_passed_over_without_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "otlp")
    begin(Telemetry())
    assert current_settings().trace == "otlp"
    end()
    assert current_settings() == Telemetry()
