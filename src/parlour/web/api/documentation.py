"""The description of the interface: OpenAPI for programs, and the same as a page without any script."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any, cast

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from jinja2 import Environment, StrictUndefined, Template
from markdown_it import MarkdownIt
from markupsafe import Markup
from pydantic import TypeAdapter

from parlour.web.api.messages import ClientMessage, Hello, News

_ATTRIBUTES = "\n\nAttributes:\n"
_ATTRIBUTE = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)
_REF = "#/components/schemas/"


def add(api: FastAPI) -> None:
    """Adds `/docs`, and completes what `/openapi.json` tells."""
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
    """An OpenAPI description as a page that fetches nothing.

    Args:
        description: as `/openapi.json` gives it.
    """
    operations = [
        {"path": path, "method": method, **operation}
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return _template().render(api=description, operations=operations)


def _complete(description: dict[str, Any]) -> None:
    """Adds the messages of the WebSocket, and gives each field the sentence that its class says of it."""
    schemas: dict[str, Any] = description["components"]["schemas"]
    for model in (TypeAdapter[object](Hello | ClientMessage), TypeAdapter[object](News)):
        schemas |= model.json_schema(ref_template=_REF + "{model}")["$defs"] | schemas
    description["components"]["schemas"] = dict(sorted(schemas.items()))
    for schema in schemas.values():
        said, _, attributes = schema.get("description", "").partition(_ATTRIBUTES)
        if said:
            schema["description"] = said
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
    """Our own words, in which only emphasis and code are marked."""
    return Markup(MarkdownIt("js-default").render(text))  # noqa: S704 - escapes all HTML in the text


def _last(reference: str) -> str:
    """The name at the end of a reference."""
    return reference.rsplit("/", 1)[-1]
