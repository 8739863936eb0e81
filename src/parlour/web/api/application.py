"""The interface for programs, as an application of its own below the server's."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources

from fastapi import APIRouter, FastAPI
from starlette.routing import Mount

from parlour import __version__
from parlour.web.api import (
    catalogue,
    controls,
    documentation,
    hearing,
    opening,
    records,
    sheets,
    socket,
    table,
)
from parlour.web.api.problems import answer_problems
from parlour.web.hosting import TableServer

PREFIX = "/api/v1"
"""Where it stands on the server."""

_TAGS = [
    {"name": "catalogue", "description": "What can be played, and by whom."},
    {"name": "tables", "description": "Opening a table."},
    {
        "name": "table",
        "description": "A table as whoever holds a pass may see it, and answers to what it asks.",
    },
    {"name": "notes", "description": "What somebody at a table writes down for itself or for the host."},
    {"name": "host", "description": "What only the host of a table may do."},
    {
        "name": "records",
        "description": "Everything about a match: for its host, and for all once it is over.",
    },
]


def mount(app: FastAPI, house: Callable[[], TableServer]) -> None:
    """Adds the interface below `/api/v1` of a server; it goes before whatever is added later.

    Args:
        app: the server.
        house: gives its tables, once it runs.
    """
    api = FastAPI(
        title="Parlour",
        version=__version__,
        summary="Hidden-role games for language-model agents, programs and people.",
        description=_introduction(),
        openapi_tags=_TAGS,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    api.state.house = house
    answer_problems(api)
    parts: tuple[APIRouter, ...] = (
        catalogue.router,
        opening.router,
        table.router,
        hearing.router,
        sheets.router,
        controls.router,
        records.router,
        socket.router,
    )
    for part in parts:
        api.include_router(part)
    documentation.add(api)
    below = Mount(PREFIX, api)
    # A name in an address may hold a line break, which `.` does not stand for.
    below.path_regex = re.compile(below.path_regex.pattern, re.DOTALL)
    app.router.routes.append(below)


def _introduction() -> str:
    return (resources.files("parlour.web.api") / "introduction.md").read_text(encoding="utf-8")
