"""What a method draws of its seats within a page: in a frame that runs nothing but its own script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import Response
from nicegui import app, ui

from parlour.errors import NoEntry, ParlourError
from parlour.llm import Language
from parlour.views import MindPage, mind_pages
from parlour.web.hosting import TableServer
from parlour.web.insight import Visit, visit, visit_match
from parlour.web.pages.god.elements import PHRASES, said

_HEADERS = {
    # The page brings a policy of its own, which allows its script by digest and nothing else.
    "Content-Security-Policy": "frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
    "Cache-Control": "no-store",
}


class MindFrame:
    """A method's page about a match as it stands; drawn when it is made, and again when asked.

    Args:
        seen: whose match, and who looks.
        language: of the table.
        method: whose page.
        page: what it is called and what to know of it.
    """

    def __init__(self, seen: Visit, language: Language, method: str, page: MindPage) -> None:
        self._address, self._drawn = f"/replay/{seen.place}/mind/{method}", 0
        with ui.element("div").classes("graphs"):
            self._frame = ui.element("iframe").classes("graph-frame")
            self._frame.props["title"] = page.title(language)
            self._frame.props["sandbox"] = "allow-scripts"
            said("p", page.note(language), "faded")
        self.draw()

    def draw(self) -> None:
        """Draws it from all that is on record by now."""
        self._drawn += 1
        self._frame.props["src"] = f"{self._address}?n={self._drawn}"


def register_frames(house: Callable[[], TableServer]) -> None:
    """Adds the addresses of the frames' content."""

    @app.get("/replay/match/{match}/mind/{method}")
    async def of_match(match: str, method: str) -> Response:
        return await _answer(lambda: visit_match(house(), match), method)

    @app.get("/replay/{token}/mind/{method}")
    async def of_pass(token: str, method: str) -> Response:
        return await _answer(lambda: visit(house(), token), method)


async def _answer(enter: Callable[[], Visit], method: str) -> Response:
    try:
        seen = enter()
        if not seen.visibility.is_god:
            return Response(PHRASES.say("not_yet", seen.setup.language), 403, media_type="text/plain")
        page = await asyncio.to_thread(_drawn, seen, method)
    except ParlourError as error:
        return Response(str(error), 404, media_type="text/plain")
    return Response(page, media_type="text/html", headers=_HEADERS)


def _drawn(seen: Visit, method: str) -> str:
    page = mind_pages(seen.setup).get(method)
    if page is None:
        raise NoEntry(f"no seat here plays by {method}, or it draws nothing")
    return page.draw(seen.record())
