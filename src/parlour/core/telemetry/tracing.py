"""Spans by OpenTelemetry: to a collector over OTLP, or to standard error.

The spans of requests to a model are children of that of their call. Whatever words they would carry
(prompts, replies, forms, messages of errors) is taken out before anything leaves the process, unless
OpenTelemetry's variable for it says otherwise.

Heavy to import, and in an extra: only `settings` does so, where spans are wanted.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from asyncio import CancelledError
from collections.abc import Mapping, Sequence
from contextvars import Token
from importlib.metadata import version
from urllib.parse import urlsplit

from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import (
    BatchSpanProcessor,
    ConsoleSpanExporter,
    SimpleSpanProcessor,
    SpanExporter,
    SpanExportResult,
)
from opentelemetry.trace import Span, Status, StatusCode
from opentelemetry.util.types import AttributeValue

from parlour.core.telemetry.spans import CONSOLE, OTLP, Attributes, tells_content, use
from parlour.errors import UsageError

_PATH = "v1/traces"
_WORDS = (
    "gen_ai.input.messages",
    "gen_ai.output.messages",
    "gen_ai.system_instructions",
    "gen_ai.tool.definitions",
    "model_request_parameters",
    "logfire.json_schema",
    "exception.message",
    "exception.stacktrace",
)
"""Attributes that hold, or could hold, what somebody said or may know."""
_PATIENCE = 2.0
"""Seconds in which a collector is looked for, before anything is played."""


class TracingSink:
    """Makes a span of OpenTelemetry of everything that takes time.

    Args:
        place: an address of a collector (`http://HOST:4318`), `otlp` for that of OpenTelemetry's own
            variables, or `console`.
    """

    def __init__(self, place: str) -> None:
        exporter = _exporter(place)
        named = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "parlour"}
        resource = Resource.create({**named, "service.version": version("parlour")})
        self._provider = TracerProvider(resource=resource)
        processor = SimpleSpanProcessor if place == CONSOLE else BatchSpanProcessor
        self._provider.add_span_processor(processor(exporter if tells_content() else Wordless(exporter)))
        self._tracer = self._provider.get_tracer("parlour", version("parlour"))
        self._has_told = False
        for logger in _loggers():
            logger.addFilter(self._let_once)
        use(self._provider)

    def open(self, sort: str, what: str, level: int, attributes: Attributes) -> TracedSpan:
        del level, attributes
        span = self._tracer.start_span(f"{sort} {what}")
        return TracedSpan(span, context.attach(trace.set_span_in_context(span)))

    def event(self, name: str, level: int, attributes: Attributes) -> None:
        del level
        trace.get_current_span().add_event(name, _name_attributes(attributes))

    def close(self) -> None:
        use(None)
        self._provider.shutdown()
        for logger in _loggers():
            logger.removeFilter(self._let_once)

    def _let_once(self, record: logging.LogRecord) -> bool:
        """Shortens the first log record of a collector that is gone, and drops those of later batches."""
        record.msg, record.args = "spans do not all arrive: %s", (record.getMessage()[:200],)
        record.exc_info = record.exc_text = None
        is_first, self._has_told = not self._has_told, True
        return is_first


class TracedSpan:
    """A span that is open, and what was around it."""

    def __init__(self, span: Span, around: Token[Context]) -> None:
        self._span, self._around = span, around

    def close(self, attributes: Attributes, error: BaseException | None) -> None:
        context.detach(self._around)
        self._span.set_attributes(_name_attributes(attributes))
        if error is not None:
            self._span.set_attribute("error.type", type(error).__name__)
        if error is not None and not isinstance(error, CancelledError):
            self._span.set_status(Status(StatusCode.ERROR))
        self._span.end()


class Wordless(SpanExporter):
    """An exporter that removes prompts and speeches from spans."""

    def __init__(self, inner: SpanExporter) -> None:
        self._inner = inner

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._inner.export([_without_words(span) for span in spans])

    def shutdown(self) -> None:
        self._inner.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._inner.force_flush(timeout_millis)


def _without_words(span: ReadableSpan) -> ReadableSpan:
    events = [Event(event.name, _keep_wordless(event.attributes), event.timestamp) for event in span.events]
    return ReadableSpan(
        name=span.name,
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=_keep_wordless(span.attributes),
        events=events,
        links=span.links,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _keep_wordless(attributes: Mapping[str, AttributeValue] | None) -> dict[str, AttributeValue]:
    return {name: value for name, value in (attributes or {}).items() if name not in _WORDS}


def _name_attributes(attributes: Attributes) -> dict[str, AttributeValue]:
    return {f"parlour.{name}": value for name, value in attributes.items()}


def _exporter(place: str) -> SpanExporter:
    if place == CONSOLE:
        return ConsoleSpanExporter(out=sys.stderr)
    if place == OTLP:
        return OTLPSpanExporter()
    address = urlsplit(place)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise UsageError(f"--trace {place}: write http://HOST:PORT of a collector, otlp or console")
    port = address.port or (443 if address.scheme == "https" else 80)
    try:  # a run of hours would leave no trace
        socket.create_connection((address.hostname, port), timeout=_PATIENCE).close()
    except OSError as error:
        raise UsageError(f"--trace {place}: nothing answers there ({error}): start the collector") from error
    whole = place if address.path.endswith(_PATH) else f"{place.rstrip('/')}/{_PATH}"
    return OTLPSpanExporter(endpoint=whole)


def _loggers() -> list[logging.Logger]:
    names = [name for name in logging.root.manager.loggerDict if name.startswith("opentelemetry.")]
    return [logging.getLogger(name) for name in names]
