"""Puts the pages on the server."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import FastAPI
from nicegui import ui

from parlour.web.hosting import TableServer
from parlour.web.pages import after, god, host, lobby, replay, table

GetHouse = Callable[[], TableServer]


def mount(app: FastAPI, house: GetHouse, *, all_own: bool) -> None:
    """Adds all pages at the root of an application; what it has already goes before them.

    Args:
        app: the server.
        house: gives its tables, once it runs.
        all_own: whether whoever comes as far as the lobby is the host of all tables.
    """
    lobby.register(house, all_own=all_own)
    host.register(house)
    table.register(house)
    after.register(house)
    god.register(house)
    replay.register(house)
    ui.run_with(  # pyright: ignore[reportUnknownMemberType]
        app, title="Parlour", tailwind=False, show_welcome_message=False, reconnect_timeout=30
    )
