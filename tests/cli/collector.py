"""A collector on the loopback address: it takes spans over OTLP, as protobuf, and keeps them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.common.v1.common_pb2 import AnyValue, KeyValue

from tests.serving import Serving

PATH = "/v1/traces"


@dataclass(frozen=True, kw_only=True)
class Received:
    """A span as the collector understood it."""

    name: str
    id: bytes
    parent: bytes
    trace: bytes
    status: int
    attributes: Mapping[str, object]
    events: tuple[tuple[str, Mapping[str, object]], ...]
    resource: Mapping[str, object]
    scope: str
    seconds: float


class Collector(Serving):
    """Runs while its `with` block does."""

    def __init__(self) -> None:
        self.spans: list[Received] = []
        self.raw = b""
        super().__init__(_Server(self))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def named(self, start: str) -> list[Received]:
        return [span for span in self.spans if span.name.startswith(start)]

    def parent(self, span: Received) -> Received | None:
        return next((each for each in self.spans if each.id == span.parent), None)

    def take(self, body: bytes) -> None:
        self.raw += body
        for group in ExportTraceServiceRequest.FromString(body).resource_spans:
            resource = _read(group.resource.attributes)
            for scoped in group.scope_spans:
                self.spans += [
                    Received(
                        name=span.name,
                        id=span.span_id,
                        parent=span.parent_span_id,
                        trace=span.trace_id,
                        status=span.status.code,
                        attributes=_read(span.attributes),
                        events=tuple((event.name, _read(event.attributes)) for event in span.events),
                        resource=resource,
                        scope=scoped.scope.name,
                        seconds=(span.end_time_unix_nano - span.start_time_unix_nano) / 1e9,
                    )
                    for span in scoped.spans
                ]


def _read(attributes: object) -> dict[str, object]:
    return {each.key: _value(each.value) for each in attributes if isinstance(each, KeyValue)}  # pyright: ignore


def _value(value: AnyValue) -> object:
    which = value.WhichOneof("value")
    return getattr(value, which) if which else None


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, owner: Collector) -> None:
        self.owner = owner
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"  # a connection that is kept would be answered after the collector has left
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keeps quiet."""

    def do_POST(self) -> None:
        assert (self.path, self.headers["Content-Type"]) == (PATH, "application/x-protobuf")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        zipped = self.headers.get("Content-Encoding") == "gzip"
        self.server.owner.take(gzip.decompress(body) if zipped else body)
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
