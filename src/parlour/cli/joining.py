"""Seats of `parlour play` for programs: a server on this machine at which they join the match."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager

import typer
import uvicorn
from fastapi import FastAPI

from parlour.arena import Observer
from parlour.errors import ParlourError
from parlour.language.wording import word
from parlour.llm import ModelPool
from parlour.store import Store
from parlour.web import api
from parlour.web.gate import MOST_BYTES, Gate, guard
from parlour.web.hosting import (
    Changed,
    Happened,
    LiveMatch,
    RequestsChanged,
    Spoke,
    Standing,
    TableServer,
    Update,
)

_LOOPBACK = "127.0.0.1"


async def play_joined(store: Store, models: ModelPool, match: str, observer: Observer) -> None:
    """Plays a match to its end with programs in its remote seats, and prints the addresses to join at.

    If it is stopped earlier, the match stays paused and can be resumed.

    Raises:
        StoreUnavailable: if a server plays the tables of this store.
        ParlourError: if something stopped the match.
    """
    with store.serving():
        tables = TableServer(store, models)
        table, passes = tables.lay(match)
        for entry in table.feed.past:
            observer.on_item(entry.item)
        async with open_to_programs(tables) as url:
            for token in passes:
                if token.kind == "seat":
                    address = word(
                        "joining", table.setup.language, player=token.player, url=url, token=token.token
                    )
                    typer.echo(address, err=True)
            await _play_to_end(table, observer)


async def _play_to_end(table: LiveMatch, observer: Observer) -> None:
    printed, is_still = len(table.settings.troubles), asyncio.Event()

    def show(update: Update) -> None:
        nonlocal printed
        match update:
            case RequestsChanged(requests=requests):
                observer.on_requests(requests)
            case Spoke(request=request, chunk=chunk):
                observer.spoke(request, chunk)
            case Happened(item=item):
                observer.on_item(item)
            case Changed():
                for trouble in table.settings.troubles[printed:]:
                    typer.echo(trouble.sentence, err=True)
                printed = len(table.settings.troubles)
                if table.settings.standing is not Standing.RUNNING:
                    is_still.set()

    table.start()
    stop = table.feed.listen(show)
    try:
        await is_still.wait()
        if table.settings.standing is Standing.STOPPED:
            raise ParlourError(table.settings.why)
    finally:
        stop()
        await table.pause()


@asynccontextmanager
async def open_to_programs(tables: TableServer, password: str = "") -> AsyncGenerator[str]:
    """Runs a server of the HTTP interface while the block runs; yields its address."""
    app = FastAPI(openapi_url=None)
    api.mount(app, lambda: tables)
    secret = secrets.token_urlsafe()
    guard(
        app,
        Gate(password=password or secret, secret=secret, hosts=(_LOOPBACK, "localhost")),
        lambda token: tables.store.hosting.find(token) is not None,
    )
    config = uvicorn.Config(app, log_level="warning", ws_max_size=MOST_BYTES, timeout_graceful_shutdown=1)
    server = _Beside(config)
    with socket.create_server((_LOOPBACK, 0)) as listening:
        serving = asyncio.create_task(server.serve([listening]))
        try:
            yield f"http://{_LOOPBACK}:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await serving


class _Beside(uvicorn.Server):
    """A server that leaves Ctrl-C to the program around it."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Installs no signal handlers."""
        yield
