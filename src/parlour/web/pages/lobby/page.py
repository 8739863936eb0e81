"""The first page: a game at one click, the form for a table, and the list of tables."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial

from fastapi import Request
from fastapi.responses import RedirectResponse
from nicegui import app, ui

from parlour.arena import HUMAN, Status
from parlour.core import Player, asked_model, find_game
from parlour.errors import ParlourError, UsageError
from parlour.evaluation import Sides, final_roles
from parlour.language.wording import GamePhrases
from parlour.llm import BUILT_IN, Language
from parlour.store import MatchSummary, Store
from parlour.web.gate import LANGUAGE_COOKIE, language_of
from parlour.web.hosting import OVER, Settings, Standing, TableServer
from parlour.web.pages.lobby.draft import PHRASES, at_once
from parlour.web.pages.lobby.fields import NAMES, Choices
from parlour.web.pages.lobby.form import OpeningForm
from parlour.web.pages.look import EASY_GOING, add_text, keep_and_go, local_time, own_tokens, shell, style
from parlour.web.table_request import TableAsked, askable

_YEAR = 365 * 24 * 60 * 60


def register(server: Callable[[], TableServer], *, all_own: bool = False) -> None:
    """Adds the page, and the route that switches its language."""

    @ui.page("/")
    async def lobby(request: Request) -> None:
        language = language_of(request)
        ui.add_css(style("lobby/lobby.css"))
        with shell(PHRASES.say("lobby", language), language):
            _switch(language)
            _welcome(server(), language)
            with ui.element("section").classes("sheet").props("id=open"):
                add_text("h2", PHRASES.say("open_title", language))
                OpeningForm(server(), language)
            with ui.element("section").classes("list"):
                add_text("h2", PHRASES.say("tables", language))
                tables = ui.element("div")
        await ui.context.client.connected(timeout=30)
        rows = list_matches(server(), await own_tokens(), all_own=all_own)
        results = await asyncio.to_thread(own_results, server().store, rows)
        with tables:
            show_tables(rows, results, language)

    @app.get("/language/{language}", include_in_schema=False)
    def switch(language: Language) -> RedirectResponse:
        answer = RedirectResponse("/", 303)
        answer.set_cookie(LANGUAGE_COOKIE, language, max_age=_YEAR, httponly=True, samesite="lax")
        return answer


def _switch(language: Language) -> None:
    with ui.element("nav").classes("languages").props(f'aria-label="{PHRASES.say("language", language)}"'):
        for name, label in NAMES.items():
            link = ui.link(label, f"/language/{name}").props(f"hreflang={name} lang={name}")
            if name == language:
                link.props("aria-current=true")


def _welcome(server: TableServer, language: Language) -> None:
    alert = add_text("p", "", "wine", role="alert")
    opened: list[str] = []
    model = BUILT_IN

    def choose(chosen: str) -> None:
        nonlocal model
        model = chosen

    async def play(game: str) -> None:
        if opened:
            return
        opened.append(game)
        try:
            await play_now(server, game, language, model)
        except ParlourError as error:
            opened.clear()
            alert.text = str(error)

    with ui.element("section").classes("welcome"):
        with ui.element("h1"):
            add_text("span", PHRASES.say("welcome", language))
            add_text("span", PHRASES.say("welcome_then", language))
        add_text("p", PHRASES.say("welcome_says", language), "lead")
        with ui.element("div").classes("quick"):
            for number, game in enumerate(askable()):
                phrases = GamePhrases(game, language)
                label = phrases.find("play") or PHRASES.say("play", language, game=phrases.title)
                button = ui.button(label, on_click=partial(play, game), color=None)
                button.classes("side" if number else "big")
        add_text("p", PHRASES.say("sharpness", language))
        sharpness = Choices[str](PHRASES.say("sharpness", language), "sources sharpness", choose)
        sharpness.add(BUILT_IN, PHRASES.say("sharp", language))
        sharpness.add(EASY_GOING, PHRASES.say("easy_going", language))
        sharpness.press(model)
        add_text("p", PHRASES.say("sharpness_says", language), "faded small")
        add_text("p", PHRASES.say("play_says", language), "faded small")
        alert.move()


async def play_now(server: TableServer, game: str, language: Language, model: str) -> None:
    """Opens and starts a table whose other seats that model plays, and goes to a random seat of it."""
    seats = find_game(game).usual
    seat = 1 + secrets.randbelow(seats)
    request = TableAsked.model_validate(
        {
            "game": asked_model(game).model_validate(at_once(game)).for_person(seat),
            "language": language,
            "model": model,
            "seats": [{"player": str(seat), "method": HUMAN}],
        }
    )
    table, passes = server.open(request.setup(server.models.window))
    tokens = {ticket.kind: ticket.token for ticket in passes}
    table.start()
    await keep_and_go(tokens["host"], f"/seat/{tokens['seat']}")


_MOST = 60
"""Matches in the list, the newest."""


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A match in the list."""

    summary: MatchSummary
    standing: Standing
    origin: str
    links: dict[str, str]
    own_seat: Player = ""


@dataclass(frozen=True, kw_only=True)
class OwnResult:
    """The role of a visitor's own seat in a finished match, and the share that its side won."""

    role: str | None
    reward: float | None


def own_results(store: Store, rows: Sequence[Listed]) -> dict[str, OwnResult]:
    """Returns the results of a visitor's own seats in finished matches, by match."""
    results: dict[str, OwnResult] = {}
    for row in rows:
        if row.own_seat and row.standing in OVER:
            with suppress(ParlourError):  # its game is not installed any more
                results[row.summary.match] = _own_result(store, row.summary.match, row.own_seat)
    return results


@lru_cache(maxsize=1024)
def _own_result(store: Store, match: str, player: Player) -> OwnResult:
    """Returns the result of a seat in a match, which does not change once it is over."""
    record = store.record(match, with_calls=False)
    return OwnResult(role=final_roles(record).get(player), reward=Sides.of(record).reward(player))


def list_matches(server: TableServer, own: Sequence[str], *, all_own: bool) -> list[Listed]:
    """Returns the matches of a server, newest first."""
    hosting = server.store.hosting
    own_tickets = [ticket for token in own if (ticket := hosting.find(token))]
    hosted = {ticket.match for ticket in own_tickets if ticket.kind == "host"}
    seats = {ticket.match: ticket for ticket in reversed(own_tickets) if ticket.kind == "seat"}
    tables = {match: Settings.model_validate_json(json).standing for match, json in hosting.tables().items()}
    rows: list[tuple[MatchSummary, Standing, dict[str, str]]] = []
    summaries = server.store.matches()
    titles = {summary.match: summary.title or summary.match for summary in summaries}
    for summary in summaries:
        standing = tables.get(summary.match, _without_table(summary))
        if standing is None:
            continue
        links: dict[str, str] = {}
        if seat := seats.get(summary.match):
            page = "after" if standing in OVER else "seat"
            links[page] = f"/{page}/{seat.token}"
        if standing in OVER:
            links["replay"] = f"/replay/match/{summary.match}"
        if (summary.match in hosted or all_own) and summary.match in tables:
            tokens = {ticket.kind: ticket.token for ticket in server.passes(summary.match)}
            links["host"] = f"/host/{tokens['host']}"
            if standing not in OVER and "spectator" in tokens:
                links["watch"] = f"/watch/{tokens['spectator']}"
        rows.append((summary, standing, links))
        if len(rows) == _MOST:
            break
    origins = server.store.origins([summary.match for summary, _, _ in rows])
    names = {match: titles.get(origin, origin) for match, origin in origins.items()}
    return [
        Listed(
            summary=summary,
            standing=standing,
            origin=names.get(summary.match, ""),
            links=links,
            own_seat=seats[summary.match].player if summary.match in seats else "",
        )
        for summary, standing, links in rows
    ]


def show_tables(rows: Sequence[Listed], results: Mapping[str, OwnResult], language: Language) -> None:
    """Shows the list, open matches before finished ones, with the results of the visitor's own seats."""
    groups = (
        (
            "running",
            [row for row in rows if row.standing in (Standing.RUNNING, Standing.PAUSED, Standing.STOPPED)],
        ),
        ("waiting", [row for row in rows if row.standing is Standing.WAITING]),
        ("over", [row for row in rows if row.standing in OVER]),
    )
    if not rows:
        add_text("p", PHRASES.say("no_tables", language), "faded")
    for name, members in groups:
        if members:
            add_text("h3", PHRASES.say(f"tables_{name}", language))
            with ui.element("ul").classes("tables"):
                for row in members:
                    _show_row(row, results.get(row.summary.match), language)


def _show_row(row: Listed, result: OwnResult | None, language: Language) -> None:
    summary = row.summary
    with ui.element("li"):
        with ui.element("div"):
            game = _game_title(summary.game, language)
            add_text("strong", summary.title or game)
            about = [game] if summary.title else []
            if row.own_seat:
                about.append(_own_words(row, result, language))
            about.append(PHRASES.say(f"standing_{row.standing}", language))
            if row.origin:
                about.append(PHRASES.say("forked_from", language, title=row.origin))
            with ui.element("span").classes("faded small row-facts"):
                for words in about:
                    add_text("span", words)
                local_time(summary.started)
        with ui.element("nav").props(f'aria-label="{summary.match}"'):
            for link, target in row.links.items():
                ui.link(PHRASES.say(f"link_{link}", language), target)


def _own_words(row: Listed, result: OwnResult | None, language: Language) -> str:
    """Returns the visitor's own seat, and once the match is over its role and result."""
    seat = row.own_seat
    if result and result.role:
        role = GamePhrases(row.summary.game, language).role(result.role)
        seat = PHRASES.say("own_role", language, player=seat, role=role)
    if result is None or result.reward is None:
        return PHRASES.say("own_seat", language, seat=seat)
    key = "own_won" if result.reward == 1 else "own_won_some" if result.reward else "own_lost"
    return PHRASES.say(key, language, seat=seat)


def _game_title(game: str, language: Language) -> str:
    """Returns the title of a game; its bare name if it is not installed any more."""
    try:
        return GamePhrases(game, language).title
    except UsageError:
        return game


def _without_table(summary: MatchSummary) -> Standing | None:
    match summary.status:
        case Status.FINISHED:
            return Standing.FINISHED
        case Status.STOPPED:
            return Standing.ENDED
        case Status.RUNNING:
            return None
