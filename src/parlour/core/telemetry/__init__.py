"""Telemetry for operators: spans, log lines and counters of the same activities."""

from parlour.core.telemetry.settings import Telemetry, begin, chosen, end
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
    "chosen",
    "end",
    "event",
    "listen",
    "provider_in_use",
    "span",
    "tells_content",
]
