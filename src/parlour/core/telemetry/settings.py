"""Telemetry settings of an operator, and the process-wide exporters that they start and stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from parlour.core.telemetry.places import place_by_environment
from parlour.core.telemetry.spans import listen
from parlour.errors import MissingExtra


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


def chosen() -> Telemetry:
    """Returns the settings of this process, to be passed on to its workers."""
    return _chosen[-1]


def begin(wanted: Telemetry) -> None:
    """Tells from here on what is wanted; nothing is imported for what is not.

    Raises:
        UsageError: if spans cannot go there, or there is no such level.
        MissingExtra: if OpenTelemetry's SDK is not installed.
    """
    trace = wanted.trace or place_by_environment()
    _chosen.append(Telemetry(trace=trace, log=wanted.log))
    if wanted.log:
        from parlour.core.telemetry.logs import LogSink

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
    """Tells what has not been told yet, and no more."""
    while _ends:
        _ends.pop()()
    del _chosen[1:]
