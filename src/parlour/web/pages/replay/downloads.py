"""A match to take along, under addresses of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import Response
from nicegui import app

from parlour.errors import ParlourError
from parlour.web.export import page_of, page_seen, record_json
from parlour.web.hosting import TableServer
from parlour.web.insight import Visit, visit, visit_match
from parlour.web.pages.replay.phrases import PHRASES

_TYPES = {"html": "text/html; charset=utf-8", "json": "application/json"}


def register_downloads(house: Callable[[], TableServer]) -> None:
    """Adds the addresses."""

    @app.get("/replay/match/{match}/export.{form}")
    async def of_match(match: str, form: str) -> Response:
        return await _download(lambda: visit_match(house(), match), form)

    @app.get("/replay/{token}/export.{form}")
    async def of_pass(token: str, form: str) -> Response:
        return await _download(lambda: visit(house(), token), form)


async def _download(enter: Callable[[], Visit], form: str) -> Response:
    try:
        seen = enter()
        if form not in _TYPES:
            return Response(status_code=404)
        if form == "json" and not seen.visibility.is_god:
            return Response(PHRASES.say("record_later", seen.setup.language), 403, media_type="text/plain")
        text = await asyncio.to_thread(_exported, seen, form)
    except ParlourError as error:
        return Response(str(error), 404, media_type="text/plain")
    name = f'attachment; filename="parlour-{seen.match}.{form}"'
    return Response(text, media_type=_TYPES[form], headers={"Content-Disposition": name})


def _exported(seen: Visit, form: str) -> str:
    if not seen.visibility.is_god:
        return page_seen(seen.match, seen.record().started, seen.setup, seen.lines())
    record = seen.record(with_calls=True)
    return record_json(record) if form == "json" else page_of(record)
