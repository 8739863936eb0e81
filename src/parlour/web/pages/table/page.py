"""The routes `/seat/…` and `/watch/…`: the table for a player and for spectators."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui
from starlette.requests import Request

from parlour.errors import NoEntry
from parlour.llm import Language
from parlour.store import AccessTokenKind
from parlour.web.gate import language_of
from parlour.web.hosting import TableServer
from parlour.web.pages.look import shell, style
from parlour.web.pages.own_tables import keep_token
from parlour.web.pages.portraits import face_css
from parlour.web.pages.stage import dress_stage
from parlour.web.pages.table.panels import is_guided
from parlour.web.pages.table.scene import PHRASES, Scene, box, text
from parlour.web.pages.table.view import TablePage

_VIEWPORT = "width=device-width, initial-scale=1, interactive-widget=resizes-content"
"""The page shrinks above an on-screen keyboard, in browsers that can do so."""


def register(house: Callable[[], TableServer], *, is_paced: bool) -> None:
    """Adds both pages."""

    @ui.page("/seat/{token}", viewport=_VIEWPORT)
    def seat(token: str, request: Request) -> None:
        _show(house(), token, "seat", request, is_paced=is_paced)

    @ui.page("/watch/{token}", viewport=_VIEWPORT)
    def watch(token: str, request: Request) -> None:
        _show(house(), token, "spectator", request, is_paced=is_paced)


def _show(house: TableServer, token: str, kind: AccessTokenKind, request: Request, *, is_paced: bool) -> None:
    try:
        ticket, table = house.admit(token)
    except NoEntry:
        _turn_away("no_entry_why", language_of(request))
        return
    if ticket.kind != kind and not (kind == "spectator" and ticket.kind == "host"):
        _turn_away("wrong_pass", table.setup.language)
        return
    player = ticket.player or None if kind == "seat" else None
    scene = Scene(table=table, player=player)
    dress_stage()
    ui.add_css(style("table/table.css") + face_css(table.match, table.setup))
    with shell(scene.title, scene.language, is_heading=True):
        if player:
            keep_token(token)
        guides = not is_guided(request.cookies, scene.game.name)
        TablePage(house, ticket, scene, guides=guides, is_paced=is_paced)


def _turn_away(why: str, language: Language) -> None:
    ui.context.client.status_code = 404
    title = PHRASES.say("no_entry", language)
    with shell(title, language), box("div", "sheet empty"):
        text("h1", title)
        text("p", PHRASES.say(why, language))
        text("a", PHRASES.say("to_lobby", language), "button is-main", href="/")
