"""Spans of activities, sent to all sinks as they begin and end; without sinks they cost next to nothing.

What is told says that something is done and how it went, never what was said: no prompt, no reply, no name of
a seat.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from opentelemetry.trace import TracerProvider

OTLP, CONSOLE = "otlp", "console"
CONTENT = "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"
"""The variable by which OpenTelemetry is told to keep what models read and wrote."""
Attribute = str | int | float | bool
Attributes = Mapping[str, Attribute]


class OpenSpan(Protocol):
    """Something that has begun, as one listener keeps it."""

    def close(self, attributes: Attributes, error: BaseException | None) -> None:
        """Ends it with all that is known of it, and the error that it raised."""
        ...


class SpanSink(Protocol):
    """A receiver of spans: a tracer, a log, counters."""

    def open(self, sort: str, what: str, level: int, attributes: Attributes) -> OpenSpan:
        """Opens a span.

        Args:
            sort: `match`, `request` or `call`.
            what: which sort of these; of few values.
            level: how much it matters, as `logging` has it.
            attributes: what is known of it so far.
        """
        ...

    def event(self, name: str, level: int, attributes: Attributes) -> None: ...


class ToldSpan:
    """A span that is sent to all sinks."""

    def __init__(
        self, sinks: tuple[SpanSink, ...], sort: str, what: str, level: int, attributes: dict[str, Attribute]
    ) -> None:
        self._sinks, self._sort, self._what, self._level = sinks, sort, what, level
        self._attributes = attributes
        self._open: list[OpenSpan] = []

    def __enter__(self) -> Self:
        self._open = [
            sink.open(self._sort, self._what, self._level, self._attributes) for sink in self._sinks
        ]
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        for span in reversed(self._open):
            span.close(self._attributes, error)

    def note(self, **attributes: Attribute) -> None:
        if self._sinks:
            self._attributes.update(attributes)


SILENT = ToldSpan((), "", "", logging.DEBUG, {})
"""A span without sinks; it keeps nothing."""
_sinks: tuple[SpanSink, ...] = ()


def listen(sink: SpanSink) -> Callable[[], None]:
    """Sends all spans of this process to a sink from now on; returns a function that ends this."""
    global _sinks
    _sinks = (*_sinks, sink)

    def forget() -> None:
        global _sinks
        _sinks = tuple(other for other in _sinks if other is not sink)

    return forget


def span(sort: str, what: str, level: int = logging.DEBUG, **attributes: Attribute) -> ToldSpan:
    """Opens a span for the time of a `with` block; its arguments are those of `SpanSink.open`."""
    return ToldSpan(_sinks, sort, what, level, attributes) if _sinks else SILENT


def event(name: str, level: int = logging.INFO, **attributes: Attribute) -> None:
    """Tells that something happened; its arguments are those of `SpanSink.event`."""
    for sink in _sinks:
        sink.event(name, level, attributes)


_in_use: list[TracerProvider] = []


def provider_in_use() -> TracerProvider | None:
    """Returns the tracer provider of this process, by which spans of libraries become children of ours."""
    return _in_use[-1] if _in_use else None


def use(provider: TracerProvider | None) -> None:
    """Has spans be made with it from here on; with None, no more."""
    _in_use[:] = [provider] if provider else []


def tells_content() -> bool:
    """Returns whether spans may contain prompts and replies, as the operator has set it."""
    return os.environ.get(CONTENT, "").lower() == "true"
