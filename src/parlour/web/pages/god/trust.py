"""GRATR's trust graphs within a page: the page of `views`, in a frame that runs nothing but its script."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import Response
from nicegui import app, ui

from parlour.agents import MethodSpec
from parlour.arena import SeatAssignment, Setup
from parlour.errors import ParlourError
from parlour.llm import Language
from parlour.methods.gratr.views import trust_histories, trust_page
from parlour.web.hosting import TableServer
from parlour.web.insight import Visit, visit, visit_match
from parlour.web.pages.god.elements import PHRASES, said

_GRAPH_KEEPER = "gratr"
_HEADERS = {
    # The page brings a policy of its own, which allows its script by digest and nothing else.
    "Content-Security-Policy": "frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
    "Cache-Control": "no-store",
}


def has_graphs(setup: Setup) -> bool:
    """Whether anybody at the table keeps a trust graph, or has kept one."""
    holders: list[SeatAssignment] = [each for seat in setup.seats for each in (seat, *seat.then)]
    return any(MethodSpec.read(holder.method).name == _GRAPH_KEEPER for holder in holders)


class GraphFrame:
    """The trust graphs of a match as they stand; drawn when it is made, and again when asked.

    Args:
        seen: whose match, and who looks.
        language: of the table.
    """

    def __init__(self, seen: Visit, language: Language) -> None:
        self._address, self._drawn = f"/replay/{seen.place}/trust", 0
        with ui.element("div").classes("graphs"):
            self._frame = ui.element("iframe").classes("graph-frame")
            self._frame.props["title"] = PHRASES.say("graphs", language)
            self._frame.props["sandbox"] = "allow-scripts"
            said("p", PHRASES.say("graphs_note", language), "faded")
        self.draw()

    def draw(self) -> None:
        """Draws them from all that is on record by now."""
        self._drawn += 1
        self._frame.props["src"] = f"{self._address}?n={self._drawn}"


def register_graphs(house: Callable[[], TableServer]) -> None:
    """Adds the addresses of the frames' content."""

    @app.get("/replay/match/{match}/trust")
    async def of_match(match: str) -> Response:
        return await _graphs(lambda: visit_match(house(), match))

    @app.get("/replay/{token}/trust")
    async def of_pass(token: str) -> Response:
        return await _graphs(lambda: visit(house(), token))


async def _graphs(enter: Callable[[], Visit]) -> Response:
    try:
        seen = enter()
        if not seen.visibility.is_god:
            return Response(PHRASES.say("not_yet", seen.setup.language), 403, media_type="text/plain")
        page = await asyncio.to_thread(_drawn, seen)
    except ParlourError as error:
        return Response(str(error), 404, media_type="text/plain")
    return Response(page, media_type="text/html", headers=_HEADERS)


def _drawn(seen: Visit) -> str:
    return trust_page(trust_histories(seen.record()))
