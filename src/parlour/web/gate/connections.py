"""Limits on open connections, per client and in all, and on the time of a request."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import cast

import uvicorn
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_MOST_IDLE_BYTES = 512 * 1024
"""Of a request before it is answered: its headers, and what comes along of its body."""
_HOUSEHOLD = 64
"""Bits of an IPv6 address that one household or server has to itself."""
_STATE = "parlour.connection"
Client = tuple[str, str]
"""An address, and the link that came from it; empty for a stranger."""


class Rank(IntEnum):
    """The order in which connections are closed when there are too many."""

    IDLE_STRANGER = 0
    STRANGER = 1
    IDLE_GUEST = 2
    GUEST = 3
    """A request or WebSocket with a link that opens something; never closed for another connection."""


@dataclass(eq=False)
class Connection:
    """One open connection."""

    owner: Connections
    transport: asyncio.Transport
    client: Client | None = None
    rank: Rank = Rank.IDLE_STRANGER
    requests: int = 0
    received: int = 0
    deadline: asyncio.TimerHandle | None = None

    @property
    def is_guest(self) -> bool:
        """True if a valid link came over this connection."""
        return bool(self.client and self.client[1])

    def expect_request(self) -> None:
        """Starts the time in which a whole request must come."""
        self.end_deadline()
        self.received = 0
        self.deadline = asyncio.get_running_loop().call_later(self.owner.seconds, self.owner.close, self)

    def end_deadline(self) -> None:
        """Lets the connection last as long as its request takes."""
        if self.deadline:
            self.deadline.cancel()


class Connections:
    """Counts a server's connections and closes those that are too many."""

    def __init__(
        self, most: int = 4096, of_client: int = 256, seconds: float = 30.0, proxies: Sequence[str] = ()
    ) -> None:
        self.seconds, self._most, self._most_of_client = seconds, most, of_client
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._ranked: dict[Rank, dict[Connection, None]] = {rank: {} for rank in Rank}
        self._of_client = defaultdict[Client | None, dict[Connection, None]](dict)

    def watch(self, config: uvicorn.Config) -> None:
        """Makes a server of uvicorn count its connections here."""
        config.load()
        counting = {"counted_by": self}
        config.http_protocol_class = type("Http", (_Counted, config.http_protocol_class), counting)
        if config.ws_protocol_class:
            config.ws_protocol_class = type("WebSocket", (_Counted, config.ws_protocol_class), counting)

    def open(self, transport: asyncio.Transport) -> Connection:
        """Counts a new connection."""
        connection = Connection(self, transport)
        host = str((transport.get_extra_info("peername") or ("",))[0])
        connection.expect_request()
        self.place(connection, None if self._is_proxy(host) else (household(host), ""))
        if sum(map(len, self._ranked.values())) > self._most:
            self._close_one((other for rank in Rank for other in self._ranked[rank]), connection)
        return connection

    def place(self, connection: Connection, client: Client | None) -> None:
        """Counts an open connection for a client, in the rank of what it does now."""
        self._remove(connection)
        if connection.transport.is_closing():
            return
        connection.client = client
        connection.rank = Rank(2 * connection.is_guest + bool(connection.requests))
        self._ranked[connection.rank][connection] = self._of_client[client][connection] = None
        if client and len(self._of_client[client]) > self._most_of_client:
            self._close_one(sorted(self._of_client[client], key=lambda other: other.rank), connection)

    def close(self, connection: Connection) -> None:
        """Closes a connection at once, unsent data included."""
        self.forget(connection)
        connection.transport.abort()

    def forget(self, connection: Connection) -> None:
        """Counts a connection no longer."""
        connection.end_deadline()
        self._remove(connection)

    def _close_one(self, candidates: Iterable[Connection], newcomer: Connection) -> None:
        others = (other for other in candidates if other is not newcomer and other.rank < Rank.GUEST)
        self.close(next(others, newcomer))

    def _remove(self, connection: Connection) -> None:
        self._ranked[connection.rank].pop(connection, None)
        self._of_client[connection.client].pop(connection, None)
        if not self._of_client[connection.client]:
            del self._of_client[connection.client]

    def _is_proxy(self, host: str) -> bool:
        with suppress(ValueError):
            return any(ipaddress.ip_address(host) in network for network in self._proxies)
        return False


class _Counted(asyncio.Protocol):
    counted_by: Connections
    app_state: dict[str, object]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if _STATE not in self.app_state:
            connection = self.counted_by.open(cast("asyncio.Transport", transport))
            self.app_state = {**self.app_state, _STATE: connection}
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        connection = cast("Connection", self.app_state[_STATE])
        connection.received += 0 if connection.requests else len(data)
        if connection.received > _MOST_IDLE_BYTES:
            self.counted_by.close(connection)
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted_by.forget(cast("Connection", self.app_state[_STATE]))
        super().connection_lost(exc)


def keep_time(app: ASGIApp) -> ASGIApp:
    """Counts a connection as busy while it is answered, and ends it if its request does not come in time."""

    async def layer(scope: Scope, receive: Receive, send: Send) -> None:
        connection = connection_of(scope)
        if connection is None:
            await app(scope, receive, send)
            return

        async def watch_body() -> Message:
            message = await receive()
            if not message.get("more_body", False):
                connection.end_deadline()
            return message

        headers = Headers(scope=scope)
        if headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers:
            connection.end_deadline()
        connection.requests += 1
        connection.owner.place(connection, connection.client)
        try:
            await app(scope, watch_body, send)
        finally:
            connection.requests -= 1
            if not connection.requests and not connection.transport.is_closing():
                connection.expect_request()
            connection.owner.place(connection, connection.client)

    return layer


def connection_of(scope: Scope) -> Connection | None:
    """The connection over which a request came, if the server counts its connections."""
    return scope.get("state", {}).get(_STATE)


def count_for(scope: Scope, address: str, link: str) -> None:
    """Counts a connection for an address and link; a link counts for later requests without one, too."""
    connection = connection_of(scope)
    if connection and (link or not connection.is_guest or scope["type"] == "websocket"):
        connection.owner.place(connection, (address, link))


def admit(scope: Scope, link: str) -> None:
    """Counts a WebSocket for a link that came after it was opened."""
    connection = connection_of(scope)
    if connection and connection.client:
        connection.owner.place(connection, (connection.client[0], link))


def household(host: str) -> str:
    """Returns the part of an address that belongs to one household or server."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return host
    mapped = address.ipv4_mapped
    return str(mapped) if mapped else str(ipaddress.IPv6Network((int(address), _HOUSEHOLD), strict=False))
