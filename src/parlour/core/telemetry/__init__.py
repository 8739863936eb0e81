"""Telemetry for operators: spans, log lines and counters of the same activities."""

from parlour.core.telemetry.model_spans import provider_in_use, tells_content
from parlour.core.telemetry.settings import Telemetry, begin, chosen, end
from parlour.core.telemetry.spans import (
    SILENT,
    Attribute,
    Attributes,
    OpenSpan,
    SilentSpan,
    SpanSink,
    ToldSpan,
    event,
    listen,
    span,
)

__all__ = [
    "SILENT",
    "Attribute",
    "Attributes",
    "OpenSpan",
    "SilentSpan",
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
