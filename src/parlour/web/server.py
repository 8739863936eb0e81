"""The server: its tables, pages, API and health check as one application."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib.util import find_spec

from fastapi import FastAPI, Response
from nicegui import Client, ui
from nicegui import app as page_routes

from parlour import __version__
from parlour.core.telemetry import SpanSink, listen
from parlour.errors import StoreUnavailable
from parlour.llm import Call, Completion, Ledger, ModelPool, OnChunk, Provider, is_rule_based, open_approved
from parlour.store import Store
from parlour.web import api
from parlour.web.gate import Gate, admit, guard, not_found, token_of
from parlour.web.hosting import TableServer
from parlour.web.pages import after, god, host, lobby, replay, table

PATH = "/health"
GetServer = Callable[[], TableServer]


def mount_health(app: FastAPI, server: GetServer) -> None:
    """Adds the health path, which shows nothing of any table and needs no password."""

    @app.get(PATH, include_in_schema=False)
    async def health(response: Response) -> dict[str, bool]:  # pyright: ignore[reportUnusedFunction]
        try:
            server().store.hosting.find("")
        except StoreUnavailable:
            response.status_code = 503
            return {"is_well": False}
        return {"is_well": True}


def mount_pages(app: FastAPI, server: GetServer, *, all_own: bool, is_paced: bool) -> None:
    """Adds all pages at the root of an application, after its existing routes.

    Args:
        app: the server.
        server: returns its tables, once it runs.
        all_own: whether every visitor of the lobby is the host of all tables.
        is_paced: whether results are revealed at a pace that people can follow.
    """
    lobby.register(server, all_own=all_own)
    host.register(server)
    table.register(server, is_paced=is_paced)
    after.register(server)
    god.register(server)
    replay.register(server)
    page_routes.exception_handler(404)(not_found)
    page_routes.on_connect(_admit)  # pyright: ignore[reportUnknownMemberType]
    ui.run_with(  # pyright: ignore[reportUnknownMemberType]
        app, title="Parlour", tailwind=False, show_welcome_message=False, reconnect_timeout=30
    )


def _admit(client: Client) -> None:
    """Counts the WebSocket of a page for the link that opened it."""
    link = token_of(client.request.url.path)
    if client.environ and link:
        admit(client.environ["asgi.scope"], link)


USUAL_PACE = 0.06
"""Seconds per word: quick speech."""
_AT_ONCE = 4
"""Words in a piece; each piece is sent to all viewers."""
_WORD = re.compile(r"\s*(?:[\u3400-\u9fff]|[^\s\u3400-\u9fff]+)\s*")


class PacedProvider:
    """A provider that completes one call at a time, after the loop has handled other events.

    The reader runs in the event loop of the whole server; threads would share its interpreter.
    Replies are passed on at `pace` seconds per word (a Chinese character is one), or at once if that is 0.
    Without a listener it does not wait.
    """

    def __init__(self, inner: Provider, pace: float = USUAL_PACE) -> None:
        self._inner, self._pace, self._turn = inner, pace, asyncio.Lock()
        self.name, self.context = inner.name, inner.context
        self.price, self.worst_price, self.close = inner.price, inner.worst_price, inner.close
        self.slots = 4096 if pace else 1

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """Completes the call in its turn, and passes it on piece by piece."""
        async with self._turn:
            await asyncio.sleep(0)
            completion = await self._inner.complete(call, None if self._pace else on_chunk)
        if on_chunk and self._pace:
            words = _WORD.findall(completion.text)
            for start in range(0, len(words), _AT_ONCE):
                piece = words[start : start + _AT_ONCE]
                on_chunk("".join(piece))
                await asyncio.sleep(len(piece) * self._pace)
        return completion


def opener(pace: float) -> Callable[[str], Provider]:
    """Returns the opener of the operator's models: the reader in turns and paced, others as they are."""

    def open_model(model: str) -> Provider:
        provider = open_approved(model)
        return PacedProvider(provider, pace) if is_rule_based(model) else provider

    return open_model


@dataclass(frozen=True, kw_only=True)
class Serving:
    """The options of a server.

    Attributes:
        gate: its access rules.
        db: the database of matches; None for the one in the user's data folder.
        budget: the cap in dollars over all its tables, if any.
        concurrency: the limit of concurrent calls per model; None for each model's default.
        pace: seconds per word of the reader's streamed speech; 0 for all at once, votes too.
    """

    gate: Gate
    db: str | None = None
    budget: float | None = None
    concurrency: int | None = None
    pace: float = USUAL_PACE


def _mount_metrics(app: FastAPI, server: GetServer) -> SpanSink | None:
    if find_spec("prometheus_client") is None:
        return None
    from parlour.web import metrics

    return metrics.mount(app, server)


def application(serving: Serving) -> FastAPI:
    """Creates the whole server; its tables resume at the start and stop, resumable, at the end."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        with Store.open(serving.db) as store:
            async with (
                ModelPool(
                    ledger=Ledger(),
                    budget=serving.budget,
                    concurrency=serving.concurrency,
                    attempts=1,  # tables wait and ask again themselves, and say so meanwhile
                    opener=opener(serving.pace),
                ) as models,
                TableServer(store, models) as server,
            ):
                app.state.server = server
                forget = listen(counts) if counts else None
                yield
                if forget:
                    forget()

    app = FastAPI(title="Parlour", version=__version__, openapi_url=None, lifespan=lifespan)

    def server() -> TableServer:
        return app.state.server

    def opens(token: str) -> bool:
        return server().store.hosting.find(token) is not None

    mount_health(app, server)
    counts = _mount_metrics(app, server)
    api.mount(app, server)
    mount_pages(app, server, all_own=bool(serving.gate.password), is_paced=serving.pace > 0)
    guard(app, serving.gate, opens)
    return app
