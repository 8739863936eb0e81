"""The API as an application of its own below the server's, and its documentation."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any, cast

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import Environment, StrictUndefined, Template
from markdown_it import MarkdownIt
from markupsafe import Markup
from pydantic import TypeAdapter
from starlette.routing import Mount

from parlour import __version__
from parlour.web.api.catalogue import catalogue_router
from parlour.web.api.controls import controls_router, opening_router, records_router
from parlour.web.api.problems import answer_problems
from parlour.web.api.socket import ClientMessage, Hello, News, socket_router
from parlour.web.api.table import sheets_router, table_router
from parlour.web.hosting import TableServer

PREFIX = "/api/v1"
"""The path of the API on the server."""

_TAGS = [
    {"name": "catalogue", "description": "The games, scripts, methods and models."},
    {"name": "tables", "description": "Opening a table."},
    {
        "name": "table",
        "description": "A table as visible to the holder of a pass, and answers to its requests.",
    },
    {"name": "notes", "description": "A player's notebook, and its survey for the host."},
    {"name": "host", "description": "The controls of the host."},
    {
        "name": "records",
        "description": "Everything about a match: for its host, and for all once it is over.",
    },
]


def mount(app: FastAPI, server: Callable[[], TableServer]) -> None:
    """Adds the API below `/api/v1` of a server; it goes before everything that is added later."""
    api = FastAPI(
        title="Parlour",
        version=__version__,
        summary="Hidden-role games for language-model agents, programs and people.",
        description=(resources.files("parlour.web.api") / "introduction.md").read_text(encoding="utf-8"),
        openapi_tags=_TAGS,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    api.state.server = server
    answer_problems(api)
    parts: tuple[APIRouter, ...] = (
        catalogue_router,
        opening_router,
        table_router,
        sheets_router,
        controls_router,
        records_router,
        socket_router,
    )
    for part in parts:
        api.include_router(part)
    add_documentation(api)
    below = Mount(PREFIX, api)
    # A name in an address may hold a line break, which `.` does not stand for.
    below.path_regex = re.compile(below.path_regex.pattern, re.DOTALL)
    app.router.routes.append(below)


_ATTRIBUTES = "\n\nAttributes:\n"
_ATTRIBUTE = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)
_REF = "#/components/schemas/"


def add_documentation(api: FastAPI) -> None:
    """Adds `/docs`, and completes `/openapi.json`."""
    generated = api.openapi

    def openapi() -> dict[str, Any]:
        if api.openapi_schema is None:
            _complete(generated())
        return cast("dict[str, Any]", api.openapi_schema)

    async def docs() -> HTMLResponse:
        return HTMLResponse(page(api.openapi()))

    api.openapi = openapi
    api.add_api_route("/docs", docs, methods=["GET"], include_in_schema=False)


def page(description: dict[str, Any]) -> str:
    """Renders an OpenAPI description as a page that loads nothing."""
    operations = [
        {"path": path, "method": method, **operation}
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return _template().render(api=description, operations=operations)


def _complete(description: dict[str, Any]) -> None:
    schemas: dict[str, Any] = description["components"]["schemas"]
    for model in (TypeAdapter[object](Hello | ClientMessage), TypeAdapter[object](News)):
        schemas |= model.json_schema(ref_template=_REF + "{model}")["$defs"] | schemas
    description["components"]["schemas"] = dict(sorted(schemas.items()))
    for schema in schemas.values():
        summary, _, attributes = schema.get("description", "").partition(_ATTRIBUTES)
        if summary:
            schema["description"] = summary
        for name, text in _ATTRIBUTE.findall(attributes):
            if name in schema.get("properties", {}):
                schema["properties"][name]["description"] = " ".join(text.split())


@cache
def _template() -> Template:
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["prose"] = _prose
    environment.filters["last"] = _last
    return environment.from_string(
        (resources.files("parlour.web.api") / "docs.html.j2").read_text(encoding="utf-8")
    )


def _prose(text: str) -> Markup:
    return Markup(MarkdownIt("js-default").render(text))  # noqa: S704 - escapes all HTML in the text


def _last(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]
