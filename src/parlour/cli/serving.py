"""The server of `parlour serve` while it runs: what it says when it opens, and how it ends."""

from __future__ import annotations

import gc
import logging
import socket
import webbrowser
from collections.abc import Sequence
from contextlib import suppress

import typer
import uvicorn
from uvicorn.config import LOGGING_CONFIG

from parlour.core.telemetry import current_settings
from parlour.store import Store
from parlour.web.gate import MOST_BYTES, Connections
from parlour.web.server import Serving, application

try:
    import resource
except ImportError:  # Windows has no such limits
    resource = None

_LAST_WORDS = 2
"""Seconds that open connections have when the server ends."""
_FILES = 10_240
"""Open files that the server asks for; macOS grants no more."""
_MOST_CONNECTIONS = 4096
_OLDEST, _TICKS_OF_AN_HOUR = 2, 36_000


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, url: str, *, opens: bool) -> None:
        super().__init__(config)
        self._url, self._opens = url, opens

    async def on_tick(self, counter: int) -> bool:
        """Has garbage that grew old collected once an hour."""
        if counter % _TICKS_OF_AN_HOUR == _TICKS_OF_AN_HOUR - 1:
            gc.unfreeze()
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Opens, and says so."""
        await super().startup(sockets)
        if self.started:
            shorten_collections()
            typer.echo(f"Parlour is open: {self._url}  (Ctrl-C closes it; tables go on next time)")
            if self._opens:
                webbrowser.open(self._url)


def shorten_collections() -> None:
    """Has each full garbage collection pass over what outlived the one before: it stops all tables meanwhile.

    With a hundred tables it would take half a second. What is passed over is still freed with its last
    reference; only cycles among it stay, until `gc.unfreeze`.
    """
    gc.callbacks.append(_pass_over_survivors)
    gc.collect()


def _pass_over_survivors(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"] == _OLDEST:
        gc.freeze()


def run(serving: Serving, listening: socket.socket, *, opens: bool, proxies: Sequence[str] = ()) -> None:
    """Serves until it is told to end.

    Raises:
        StoreUnavailable: if its database cannot be opened, or another server plays the tables of it.
    """
    with Store.open(serving.db) as store, store.serving():
        pass  # tells what is wrong in a sentence, where the server's own start would by a traceback
    most = min(_MOST_CONNECTIONS, _raise_file_limit() // 2)
    config = uvicorn.Config(
        application(serving),
        log_level="warning",
        log_config=None if current_settings().log else LOGGING_CONFIG,
        ws_max_size=MOST_BYTES,
        timeout_graceful_shutdown=_LAST_WORDS,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        backlog=most // 2,  # as many may be accepted before one is counted
    )
    Connections(most, min(256, most // 2), proxies=proxies).watch(config)
    logging.getLogger("nicegui").addFilter(_is_news)
    name, port = listening.getsockname()[:2]
    if name in ("0.0.0.0", "::"):  # noqa: S104 - read, not bound
        name = "127.0.0.1"
    url = f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
    server = _Server(config, url, opens=opens)
    try:
        server.run([listening])
    except KeyboardInterrupt:
        typer.echo("Closed.")


def _raise_file_limit() -> int:
    """Raises the limit on open files as far as it may be; returns the limit, where the system has one."""
    if resource is None:
        return _FILES
    limit, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    more = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if limit != resource.RLIM_INFINITY and limit < more:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _FILES if limit == resource.RLIM_INFINITY else limit


def _is_news(record: logging.LogRecord) -> bool:
    """Leaves out what NiceGUI says at its end where it names no task: that it could not cancel "" in time."""
    is_empty = isinstance(record.args, tuple) and record.args[-1:] == ("",)
    return not (is_empty and str(record.msg).startswith("Could not cancel"))
