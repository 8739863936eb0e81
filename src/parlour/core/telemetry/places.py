"""Destinations of spans beside the address of a collector."""

from __future__ import annotations

import os

OTLP, CONSOLE = "otlp", "console"
_EXPORTERS = "OTEL_TRACES_EXPORTER"
"""OpenTelemetry's own variable, which says where spans go where no flag does."""


def place_by_environment() -> str:
    """Returns the supported destination that OpenTelemetry's own variables set, or the empty string."""
    told = {each.strip() for each in os.environ.get(_EXPORTERS, "").split(",")}
    return next((place for place in (OTLP, CONSOLE) if place in told), "")
