"""Telemetry settings of an operator, the exporters that they start, and log lines in JSON."""

from __future__ import annotations

import json
import logging
import os
import sys
import time
from asyncio import CancelledError
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from parlour.core.telemetry.spans import CONSOLE, OTLP, Attributes, listen
from parlour.errors import MissingExtra, UsageError

LEVELS = ("debug", "info", "warning", "error")
_LOGGER = logging.getLogger("parlour")
_OURS = "parlour_attributes"
"""Under which a log record carries what ours say."""


class LogSink:
    """Writes a line when something begins that matters, and one when it has ended."""

    def __init__(self, level: str) -> None:
        if level not in LEVELS:
            raise UsageError(f"--log {level}: there is {', '.join(LEVELS)}")
        self._handler = logging.StreamHandler(sys.stderr)
        self._handler.setFormatter(JsonFormatter())
        logging.getLogger().addHandler(self._handler)
        _LOGGER.setLevel(level.upper())
        logging.captureWarnings(capture=True)

    def open(self, sort: str, what: str, level: int, attributes: Attributes) -> LoggedSpan:
        """Opens a span, and logs its start if it is above debug level."""
        del what
        if level > logging.DEBUG:
            _say(level, f"{sort} began", attributes)
        return LoggedSpan(sort, level)

    def event(self, name: str, level: int, attributes: Attributes) -> None:
        _say(level, name, attributes)

    def close(self) -> None:
        logging.captureWarnings(capture=False)
        _LOGGER.setLevel(logging.NOTSET)
        logging.getLogger().removeHandler(self._handler)


class LoggedSpan:
    """A span that has begun, with its start time."""

    def __init__(self, sort: str, level: int) -> None:
        self._sort, self._level = sort, level
        self._began = time.perf_counter()

    def close(self, attributes: Attributes, error: BaseException | None) -> None:
        """Logs the end of the span with its duration."""
        level, ended = self._level, "ended" if error is None else "stopped"
        if error is not None and not isinstance(error, CancelledError):
            level, ended = logging.WARNING, "failed"
        fields: dict[str, object] = dict(attributes)
        fields["took"] = round(time.perf_counter() - self._began, 6)
        if error is not None:
            fields["error"] = type(error).__name__
        _say(level, f"{self._sort} {ended}", fields)


class JsonFormatter(logging.Formatter):
    """A log record as one JSON object: when, how much it matters, who says it, what, and its details."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, _OURS, {}),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


def _say(level: int, event: str, fields: object) -> None:
    _LOGGER.log(level, event, extra={_OURS: fields})


@dataclass(frozen=True, kw_only=True)
class Telemetry:
    """Telemetry settings.

    Attributes:
        trace: where spans go: an address, `otlp` or `console`; empty for nowhere.
        log: from which level on things are told as JSON lines on standard error; empty for nothing.
    """

    trace: str = ""
    log: str = ""


_chosen = [Telemetry()]
_ends: list[Callable[[], None]] = []


def current_settings() -> Telemetry:
    """Returns the settings of this process, to be passed on to its workers."""
    return _chosen[-1]


def begin(wanted: Telemetry) -> None:
    """Starts the requested telemetry; nothing is imported for the rest.

    Raises:
        UsageError: if spans cannot go there, or there is no such level.
        MissingExtra: if OpenTelemetry's SDK is not installed.
    """
    exporters = {name.strip() for name in os.environ.get("OTEL_TRACES_EXPORTER", "").split(",")}
    trace = wanted.trace or next((place for place in (OTLP, CONSOLE) if place in exporters), "")
    _chosen.append(Telemetry(trace=trace, log=wanted.log))
    if wanted.log:
        log = LogSink(wanted.log)
        _ends.extend((log.close, listen(log)))
    if trace:
        try:
            from parlour.core.telemetry.tracing import TracingSink
        except ImportError as error:
            if not wanted.trace:
                return  # a variable of OpenTelemetry's is no wish that Parlour must fulfil
            raise MissingExtra(
                f"traces need OpenTelemetry: pip install 'parlour[telemetry]' ({error})"
            ) from error
        tracing = TracingSink(trace)
        _ends.extend((tracing.close, listen(tracing)))


def end() -> None:
    """Closes all sinks, which flush what they have left."""
    while _ends:
        _ends.pop()()
    del _chosen[1:]
