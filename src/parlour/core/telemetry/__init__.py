"""Telemetry for operators: spans, log lines and counters of the same activities."""

from parlour.core.telemetry.settings import Telemetry, begin, chosen, end, provider_in_use, tells_content
from parlour.core.telemetry.spans import SILENT, Attributes, OpenSpan, SpanSink, ToldSpan, event, listen, span

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
