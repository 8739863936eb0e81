"""The first page: a game at one click, a table of one's own, and the tables that there are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import app, ui

from parlour.errors import ParlourError
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.web import locale
from parlour.web.any_game import askable
from parlour.web.hosting import TableServer
from parlour.web.pages.lobby.field import NAMES
from parlour.web.pages.lobby.form import OpeningForm
from parlour.web.pages.lobby.phrases import PHRASES
from parlour.web.pages.lobby.quick import play_now
from parlour.web.pages.lobby.tables import listed, show_tables
from parlour.web.pages.look import said, shell, style
from parlour.web.pages.own_tables import own_tokens

_YEAR = 365 * 24 * 60 * 60


def register(house: Callable[[], TableServer], *, all_own: bool = False) -> None:
    """Adds the page, and the switch of its language.

    Args:
        house: gives the tables, once the server runs.
        all_own: whether everybody who comes this far is the host of all tables, having said the password.
    """

    @ui.page("/")
    async def lobby(request: Request) -> None:
        language = locale.language_of(request)
        ui.add_css(style("lobby/lobby.css"))
        with shell(PHRASES.say("lobby", language), language):
            _switch(language)
            _welcome(house(), language)
            with ui.element("section").classes("sheet").props("id=open"):
                said("h2", PHRASES.say("open_title", language))
                OpeningForm(house(), language)
            with ui.element("section").classes("list"):
                said("h2", PHRASES.say("tables", language))
                tables = ui.element("div")
        await ui.context.client.connected(timeout=30)
        rows = listed(house(), await own_tokens(), all_own=all_own)
        with tables:
            show_tables(rows, language)

    @app.get("/language/{language}", include_in_schema=False)
    def switch(language: Language) -> RedirectResponse:
        answer = RedirectResponse("/", 303)
        answer.set_cookie(locale.COOKIE, language, max_age=_YEAR, httponly=True, samesite="lax")
        return answer


def _switch(language: Language) -> None:
    with ui.element("nav").classes("languages").props(f'aria-label="{PHRASES.say("language", language)}"'):
        for name, told in NAMES.items():
            link = ui.link(told, f"/language/{name}").props(f"hreflang={name} lang={name}")
            if name == language:
                link.props("aria-current=true")


def _welcome(house: TableServer, language: Language) -> None:
    alert = said("p", "", "wine", role="alert")
    opened: list[str] = []

    async def play(game: str) -> None:
        """Once, however often it is clicked."""
        if opened:
            return
        opened.append(game)
        try:
            await play_now(house, game, language)
        except ParlourError as error:
            opened.clear()
            alert.text = str(error)

    with ui.element("section").classes("welcome"):
        with ui.element("h1"):
            said("span", PHRASES.say("welcome", language))
            said("span", PHRASES.say("welcome_then", language))
        said("p", PHRASES.say("welcome_says", language), "lead")
        with ui.element("div").classes("quick"):
            for number, game in enumerate(askable()):
                phrases = GamePhrases(game, language)
                told = phrases.find("play") or PHRASES.say("play", language, game=phrases.title)
                button = ui.button(told, on_click=partial(play, game), color=None)
                button.classes("side" if number else "big")
        said("p", PHRASES.say("play_says", language), "faded small")
        alert.move()
