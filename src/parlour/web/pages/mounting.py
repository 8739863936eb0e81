"""The mounting of the pages on the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import FastAPI, Request, Response
from nicegui import Client, ui
from nicegui import app as pages

from parlour.web.gate import admit, token_of
from parlour.web.hosting import TableServer
from parlour.web.pages import after, god, host, lobby, replay, table

Missing = Callable[[Request, Exception], Awaitable[Response]]
GetHouse = Callable[[], TableServer]


def mount(app: FastAPI, house: GetHouse, *, all_own: bool, is_paced: bool, missing: Missing) -> None:
    """Adds all pages at the root of an application, after its existing routes."""
    lobby.register(house, all_own=all_own)
    host.register(house)
    table.register(house, is_paced=is_paced)
    after.register(house)
    god.register(house)
    replay.register(house)
    pages.exception_handler(404)(missing)
    pages.on_connect(_admit)  # pyright: ignore[reportUnknownMemberType]
    ui.run_with(  # pyright: ignore[reportUnknownMemberType]
        app, title="Parlour", tailwind=False, show_welcome_message=False, reconnect_timeout=30
    )


def _admit(client: Client) -> None:
    link = token_of(client.request.url.path)
    if client.environ and link:
        admit(client.environ["asgi.scope"], link)
