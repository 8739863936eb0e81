"""Prints every address of the server that can be read, as the application declares it: a JSON list."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from fastapi import FastAPI
from nicegui import app as page_routes
from starlette.routing import Mount, Route

from parlour.web.gate import Gate
from parlour.web.server import Serving, application


def readable(routes: Iterable[object], prefix: str = "") -> Iterator[str]:
    for route in routes:
        if isinstance(route, Mount):
            yield from readable(route.routes or (), prefix + route.path)
            if isinstance(route.app, FastAPI):  # which keeps included routers to itself, and describes them
                yield from (prefix + route.path + path for path in described(route.app))
        elif isinstance(route, Route) and "GET" in (route.methods or ()) and "/_nicegui" not in route.path:
            yield prefix + route.path


def described(app: FastAPI) -> Iterator[str]:
    paths = app.openapi()["paths"].items()
    return (path for path, methods in paths if "get" in methods and "/_nicegui" not in path)


if __name__ == "__main__":
    server = application(Serving(gate=Gate()))
    print(json.dumps(sorted({*readable(server.routes), *readable(page_routes.routes)})))  # noqa: T201
