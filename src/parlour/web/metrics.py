"""Prometheus metrics of a server: its tables now, and its model calls so far.

Needs the extra `telemetry`, which only `server` finds out. Labels are of few values, and none is a table's or
a seat's.
"""

from __future__ import annotations

import time
from asyncio import CancelledError
from collections import Counter as Count
from collections.abc import Callable, Iterable, Mapping

from fastapi import FastAPI, Request, Response
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from parlour.core.telemetry import Attributes, OpenSpan
from parlour.web.gate import METRICS
from parlour.web.hosting import LiveMatch, Standing, TableServer

AGENT = "agent"
_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300)
"""The buckets of a call's seconds, from a small local model to a remote reasoning one."""
_TOKENS = ("input_tokens", "cached_tokens", "output_tokens")


class CallCounts:
    """A listener that counts model calls, retries and faults."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._calls = Counter(
            "parlour_model_calls", "Calls of models that ended.", ("model", "outcome"), registry=registry
        )
        self._seconds = Histogram(
            "parlour_model_call_seconds",
            "Seconds of a call, waiting in our own queue and all attempts included.",
            ("model",),
            registry=registry,
            buckets=_SECONDS,
        )
        self._tokens = Counter(
            "parlour_model_tokens",
            "Tokens of calls; input holds those that came from a cache.",
            ("model", "kind"),
            registry=registry,
        )
        self._dollars = Counter(
            "parlour_model_dollars", "Dollars of calls whose price is known.", ("model",), registry=registry
        )
        self._retries = Counter(
            "parlour_model_retries", "Attempts of calls that failed and were repeated.", registry=registry
        )
        self._faults = Counter(
            "parlour_faults", "Actions that were unreadable or not allowed.", ("game",), registry=registry
        )

    def open(self, sort: str, what: str, level: int, attributes: Attributes) -> OpenSpan:
        """Opens a span; only calls are counted."""
        del what, level, attributes
        return CountedCall(self) if sort == "call" else _UNCOUNTED

    def event(self, name: str, level: int, attributes: Attributes) -> None:
        """Counts a fault or a retry."""
        del level
        match name:
            case "fault":
                self._faults.labels(attributes["game"]).inc()
            case "retry":
                self._retries.inc()
            case _:
                pass

    def count(self, seconds: float, attributes: Attributes, outcome: str) -> None:
        """Counts a call that has ended."""
        model = attributes["model"]
        self._calls.labels(model, outcome).inc()
        self._seconds.labels(model).observe(seconds)
        for kind in _TOKENS:
            self._tokens.labels(model, kind.removesuffix("_tokens")).inc(float(attributes.get(kind, 0)))
        self._dollars.labels(model).inc(float(attributes.get("dollars", 0)))


class CountedCall:
    """An open call."""

    def __init__(self, counts: CallCounts) -> None:
        self._counts, self._began = counts, time.perf_counter()

    def close(self, attributes: Attributes, error: BaseException | None) -> None:
        """Counts the call's end."""
        stopped = "stopped" if isinstance(error, CancelledError) else "failed"
        outcome = "answered" if error is None else stopped
        self._counts.count(time.perf_counter() - self._began, attributes, outcome)


class _Uncounted:
    def close(self, attributes: Attributes, error: BaseException | None) -> None:
        """Counts nothing."""


_UNCOUNTED = _Uncounted()


class TableGauges(Collector):
    """Gauges of the server's tables, read whenever Prometheus asks."""

    def __init__(self, server: Callable[[], TableServer]) -> None:
        self._server = server

    def collect(self) -> Iterable[Metric]:
        """Yields the gauges."""
        tables = tuple(self._server().tables.values())
        running = [table for table in tables if table.settings.standing is Standing.RUNNING]
        standings = Count(table.settings.standing.value for table in tables)
        yield GaugeMetricFamily("parlour_matches_running", "Matches being played.", value=len(running))
        yield _gauge("parlour_tables", "Tables in memory.", "standing", standings, [*Standing])
        seats, waiting = Count[str](), Count[str]()
        for table in running:
            seats.update(table.outside.get(seat.player, AGENT) for seat in table.setup.seats)
            waiting.update(_waiting(table))
        holders = ("human", "remote", AGENT)
        yield _gauge("parlour_seats", "Seats at running tables, by who holds them.", "holder", seats, holders)
        yield _gauge(
            "parlour_requests_waiting", "Requests that nobody has answered yet.", "holder", waiting, holders
        )


def _waiting(table: LiveMatch) -> Iterable[str]:
    for player, holder in table.outside.items():
        yield from (holder for _ in table.forms(player))
    open_now = (request for request in table.feed.requests if request.id not in table.feed.settled)
    yield from (AGENT for request in open_now if request.player not in table.outside)


def _gauge(
    name: str, says: str, label: str, counts: Mapping[str, int], values: Iterable[str]
) -> GaugeMetricFamily:
    gauge = GaugeMetricFamily(name, says, labels=(label,))
    for value in values:
        gauge.add_metric((str(value),), counts.get(str(value), 0))
    return gauge


def mount(app: FastAPI, server: Callable[[], TableServer]) -> CallCounts:
    """Adds the path, which the gate opens to the host and to the metrics token."""
    registry = CollectorRegistry()
    registry.register(TableGauges(server))
    ProcessCollector(registry=registry)

    @app.get(METRICS, include_in_schema=False)
    async def metrics(request: Request) -> Response:  # pyright: ignore[reportUnusedFunction]
        encode, kind = choose_encoder(request.headers.get("accept", ""))
        return Response(encode(registry), media_type=kind)

    return CallCounts(registry)
