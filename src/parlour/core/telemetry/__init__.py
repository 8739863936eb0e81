"""Telemetry for operators: spans, log lines and counters of the same activities."""

from parlour.core.telemetry.settings import Telemetry, begin, current_settings, end
from parlour.core.telemetry.spans import (
    SILENT,
    Attributes,
    OpenSpan,
    SpanSink,
    ToldSpan,
    event,
    listen,
    provider_in_use,
    span,
    tells_content,
)

__all__ = [
    "SILENT",
    "Attributes",
    "OpenSpan",
    "SpanSink",
    "Telemetry",
    "ToldSpan",
    "begin",
    "current_settings",
    "end",
    "event",
    "listen",
    "provider_in_use",
    "span",
    "tells_content",
]
