"""Log lines for programs: one JSON object per line on standard error, our own and those of libraries."""

from __future__ import annotations

import json
import logging
import sys
import time
from asyncio import CancelledError
from datetime import UTC, datetime

from parlour.core.telemetry.spans import Attributes
from parlour.errors import UsageError

LEVELS = ("debug", "info", "warning", "error")
_LOGGER = logging.getLogger("parlour")
_OURS = "parlour_attributes"
"""Under which a log record carries what ours say."""


class LogSink:
    """Writes a line when something begins that matters, and one when it has ended.

    Raises:
        UsageError: if there is no such level.
    """

    def __init__(self, level: str) -> None:
        if level not in LEVELS:
            raise UsageError(f"--log {level}: there is {', '.join(LEVELS)}")
        self._handler = logging.StreamHandler(sys.stderr)
        self._handler.setFormatter(JsonFormatter())
        logging.getLogger().addHandler(self._handler)
        _LOGGER.setLevel(level.upper())
        logging.captureWarnings(capture=True)

    def open(self, sort: str, what: str, level: int, attributes: Attributes) -> LoggedSpan:
        """Something begins, and is told if it is more than a detail."""
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
        """It has ended, which is told with the time that it took."""
        level, ended = self._level, "ended" if error is None else "stopped"
        if error is not None and not isinstance(error, CancelledError):
            level, ended = logging.WARNING, "failed"
        told: dict[str, object] = dict(attributes)
        told["took"] = round(time.perf_counter() - self._began, 6)
        if error is not None:
            told["error"] = type(error).__name__
        _say(level, f"{self._sort} {ended}", told)


class JsonFormatter(logging.Formatter):
    """A log record as one JSON object: when, how much it matters, who says it, what, and its details."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **getattr(record, _OURS, {}),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def _say(level: int, event: str, told: object) -> None:
    _LOGGER.log(level, event, extra={_OURS: told})
