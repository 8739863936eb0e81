"""The host's page: the state of the table, its controls, its costs and its troubles."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from fastapi import Request
from nicegui import ui

from parlour.arena import SeatAssignment
from parlour.core import Player
from parlour.errors import ParlourError
from parlour.language.wording import Phrases, title_of, word
from parlour.llm import Usage
from parlour.store import AccessToken
from parlour.web.hosting import MOST_SECONDS, LiveMatch, Standing, TableServer, Trouble, Visibility
from parlour.web.pages.look import MindPicker, add_text, keep_token, shell, style, told_mind
from parlour.web.sheets import is_person

PHRASES = Phrases("parlour.web.pages.host")
_BEAT = 0.5
"""Seconds between two looks at what is new."""
_GOD = Visibility(is_god=True)


def register(server: Callable[[], TableServer]) -> None:
    """Adds the page."""

    @ui.page("/host/{token}")
    def host(token: str, request: Request) -> None:
        ticket, table = server().admit(token)
        language = table.setup.language
        ui.add_css(style("host/host.css"))
        if ticket.kind != "host":
            with shell(PHRASES.say("title", language), language, is_heading=True):
                add_text("p", PHRASES.say("no_host", language))
            return
        with shell(PHRASES.say("title", language), language):
            page = _Page(server(), table, token, str(request.base_url))
        ui.timer(_BEAT, page.look)
        stop = table.feed.listen(lambda _: page.spoil())
        ui.context.client.on_delete(stop)  # pyright: ignore[reportUnknownMemberType]
        keep_token(token)


class _Page:
    def __init__(self, server: TableServer, table: LiveMatch, token: str, address: str) -> None:
        self._server, self._table = server, table
        self._is_stale = False
        language = table.setup.language
        add_text("h1", title_of(table.setup.game))
        with ui.element("nav").classes("ways"):
            self._ways = {
                "seat": ui.link(PHRASES.say("take_seat", language), "").classes("button is-main"),
                "replay": ui.link(PHRASES.say("replay", language), f"/replay/{token}"),
                "after": ui.link(PHRASES.say("after", language), f"/after/{token}"),
            }
        controls = HostControls(table, self._take_seat)
        self._now = add_text("p", "", "faded", aria_live="polite")
        with ui.element("div").classes("halves"):
            with ui.element("div").classes("stack"):
                links = LinkList(server, table, address)
                seats = SeatList(server, table)
            with ui.element("div").classes("stack"):
                costs = Costs(table)
                troubles = Troubles(table)
                self._god = ui.link(PHRASES.say("god", language), f"/replay/{token}/live").classes("god")
        self._looks = [controls.look, links.look, seats.look, costs.look, troubles.look]
        self._show()

    def spoil(self) -> None:
        self._is_stale = True

    def look(self) -> None:
        if self._is_stale:
            self._is_stale = False
            self._show()

    def _show(self) -> None:
        for look in self._looks:
            look()
        is_over = self._table.is_over
        seat = self._only_seat
        self._ways["seat"].props["href"] = seat
        has_begun = self._table.settings.standing is not Standing.WAITING
        self._ways["seat"].set_visibility(bool(seat) and has_begun and not is_over)
        self._god.set_visibility(not is_over)
        self._ways["after"].set_visibility(is_over)
        language = self._table.setup.language
        busy = dict.fromkeys(request.player for request in self._table.thinking(_GOD))
        names = word("comma", language).join(busy)
        self._now.text = PHRASES.say("thinking", language, names=names) if names else ""

    @property
    def _only_seat(self) -> str:
        """The address of the seat of the only person at the table; empty for none or several."""
        passes = self._server.passes(self._table.match)
        seats = [ticket for ticket in passes if is_person(self._table.setup, ticket.player or "")]
        return f"/{_PLACES['seat']}/{seats[0].token}" if len(seats) == 1 else ""

    def _take_seat(self) -> None:
        if seat := self._only_seat:
            ui.navigate.to(seat)


_GO_ON = {Standing.WAITING: "start", Standing.PAUSED: "resume", Standing.STOPPED: "try_again"}


class HostControls:
    """The buttons of a table."""

    def __init__(self, table: LiveMatch, on_begin: Callable[[], None]) -> None:
        self._table, self._on_begin = table, on_begin
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._state: tuple[Standing, str] | None = None
        with ui.element("section").classes("sheet controls"):
            self._standing = add_text("p", "", "standing", role="status")
            self._why = add_text("p", "", "wine small")
            self._how = add_text("p", "", "faded")
            with ui.element("div").classes("buttons"):
                self._go = ui.button(on_click=self._start, color=None).classes("big")
                self._pause = ui.button(self._say("pause"), on_click=lambda: table.pause(), color=None)
                self._end = ui.button(
                    self._say("end"), on_click=lambda: self._dialog.open(), color=None
                ).classes("danger")
                self._seconds = ui.number(
                    self._say("seconds"), value=table.settings.seconds, min=5, max=MOST_SECONDS, precision=0
                ).props("stack-label")
                self._seconds.props["placeholder"] = self._say("unlimited")
                self._set = ui.button(self._say("set"), on_click=self._set_seconds, color=None)
        with ui.dialog() as self._dialog, ui.card():
            self._end.on_click(self._dialog.open)
            self._dialog.props["aria-label"] = self._say("end_sure")
            add_text("h2", self._say("end_sure"))
            add_text("p", self._say("end_says"))
            with ui.element("div").classes("buttons"):
                ui.button(self._say("end"), on_click=self._finish, color=None).classes("danger")
                ui.button(self._say("cancel"), on_click=self._dialog.close, color=None)

    def look(self) -> None:
        """Shows the current state of the table."""
        table, settings = self._table, self._table.settings
        if (settings.standing, settings.why) == self._state:
            return
        self._state = settings.standing, settings.why
        self._standing.text = self._say(f"standing_{settings.standing}")
        self._standing.props["data-standing"] = settings.standing.value
        self._why.text = settings.why
        self._go.set_visibility(settings.standing in _GO_ON)
        people = sum(is_person(table.setup, player) for player in table.setup.players)
        if settings.standing in _GO_ON:
            sits = settings.standing is Standing.WAITING and people == 1
            self._go.text = self._say("take_seat" if sits else _GO_ON[settings.standing])
        self._how.text = self._say("how_to_begin" if people > 1 else "how_to_begin_alone")
        self._how.set_visibility(settings.standing is Standing.WAITING and people > 0)
        self._pause.set_visibility(settings.standing is Standing.RUNNING)
        for element in (self._end, self._seconds, self._set):
            element.set_visibility(not self._table.is_over)

    def _start(self) -> None:
        begins = self._table.settings.standing is Standing.WAITING
        try:
            self._table.start()
        except ParlourError as error:
            ui.notify(str(error), type="negative")
        else:
            if begins:
                self._on_begin()

    async def _finish(self) -> None:
        self._dialog.close()
        await self._table.end()

    def _set_seconds(self) -> None:
        value = self._seconds.value
        seconds = int(value) if value else None
        if seconds is not None and not 5 <= seconds <= MOST_SECONDS:
            ui.notify(self._say("seconds_wrong"), type="negative")
            return
        self._table.set_seconds(seconds)
        ui.notify(self._say("seconds_set" if seconds else "seconds_none", seconds=seconds))


_COSTS_BEAT = 10.0
"""Seconds between two readings of the record, which may be long."""


class Costs:
    """The calls, tokens and dollars of a match."""

    def __init__(self, table: LiveMatch) -> None:
        self._table = table
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._is_stale = True
        with ui.element("section").classes("sheet"):
            add_text("h2", self._say("costs"))
            self._text = add_text("p", "")
        ui.timer(0, self._read, once=True)
        ui.timer(_COSTS_BEAT, self._read)

    def look(self) -> None:
        """Marks the costs as out of date."""
        self._is_stale = True

    async def _read(self) -> None:
        if not self._is_stale:
            return
        self._is_stale = False
        record = await asyncio.to_thread(self._table.record)
        usage = sum((call.completion.usage for call in record.calls), Usage())
        self._text.text = self._say(
            "costs_say",
            calls=f"{len(record.calls):,}",
            read=f"{usage.mark}{usage.input_tokens:,}",
            written=f"{usage.mark}{usage.output_tokens:,}",
            dollars=self._say("unpriced") if usage.dollars is None else f"${usage.dollars:.4f}",
        )


class Troubles:
    """The troubles of a table, newest first."""

    def __init__(self, table: LiveMatch) -> None:
        self._table = table
        self._troubles: tuple[Trouble, ...] | None = None
        with ui.element("section").classes("sheet"):
            add_text("h2", PHRASES.say("troubles", table.setup.language))
            self._list = ui.element("div")

    def look(self) -> None:
        """Shows the current troubles."""
        troubles = self._table.settings.troubles
        if troubles == self._troubles:
            return
        self._troubles = troubles
        self._list.clear()
        with self._list:
            if not troubles:
                add_text("p", PHRASES.say("no_troubles", self._table.setup.language), "faded")
            for trouble in reversed(troubles):
                at = datetime.fromtimestamp(trouble.at, UTC)
                add_text("p", f"{at:%H:%M:%S} UTC · {trouble.sentence}", "small")


class SeatList:
    """The seats of a table and their methods."""

    def __init__(self, server: TableServer, table: LiveMatch) -> None:
        self._server, self._table = server, table
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._holders: tuple[bool, dict[Player, SeatAssignment]] | None = None
        with ui.element("section").classes("sheet"):
            add_text("h2", self._say("seats"))
            self._list = ui.element("ul").classes("seats")
        self._dialog = ui.dialog()

    def look(self) -> None:
        """Shows the current methods."""
        table = self._table
        holders = {seat.player: seat.holder for seat in table.setup.seats}
        if (table.is_over, holders) == self._holders:
            return
        self._holders = table.is_over, holders
        self._list.clear()
        with self._list:
            for player, holder in holders.items():
                with ui.element("li"):
                    add_text("strong", player)
                    add_text(
                        "span", told_mind(holder.method, holder.model, table.setup.language), "faded small"
                    )
                    if not table.is_over:
                        ui.button(self._say("replace"), on_click=partial(self._ask, player), color=None)

    def _ask(self, player: Player) -> None:
        self._dialog.clear()
        self._dialog.props["aria-label"] = self._say("replace_whom", player=player)
        with self._dialog, ui.card().classes("replace"):
            add_text("h2", self._say("replace_whom", player=player))
            add_text("p", self._say("replace_says"), "faded small")
            picker = MindPicker(
                self._table.setup.language, lambda: None, label=player, first="own", allows_default=False
            )
            alert = add_text("p", "", "wine", role="alert")
            with ui.element("div").classes("buttons"):

                async def hand_over() -> None:
                    try:
                        await self._server.hand_over(self._table.match, player, *picker.value)
                    except ParlourError as error:
                        alert.text = str(error)
                        return
                    self._dialog.close()

                ui.button(self._say("replace"), on_click=hand_over, color=None).classes("big")
                ui.button(self._say("cancel"), on_click=self._dialog.close, color=None)
        self._dialog.open()


_PLACES = {"seat": "seat", "spectator": "watch"}
_COPY = "() => {{ document.getElementById('{id}').select(); document.execCommand('copy') }}"
"""The clipboard's newer interface is kept from pages without TLS, as a server on the own network has them."""


class LinkList:
    """The links of the seats and of spectators."""

    def __init__(self, server: TableServer, table: LiveMatch, address: str) -> None:
        self._server, self._table, self._address = server, table, address
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._passes: tuple[AccessToken, ...] | None = None
        with ui.element("section").classes("sheet"):
            add_text("h2", self._say("links"))
            add_text("p", self._say("links_say"), "faded small")
            self._list = ui.element("ul").classes("links")

    def look(self) -> None:
        """Shows the current links."""
        passes = tuple(ticket for ticket in self._server.passes(self._table.match) if ticket.kind in _PLACES)
        if passes == self._passes:
            return
        self._passes = passes
        self._list.clear()
        with self._list:
            for ticket in passes:
                with ui.element("li"):
                    self._draw(ticket)

    def _draw(self, ticket: AccessToken) -> None:
        name = ticket.player or self._say("spectators")
        url = f"{self._address}{_PLACES[ticket.kind]}/{ticket.token}"
        field = ui.input(name, value=url).props("readonly").on("focus", js_handler="(e) => e.target.select()")
        field.classes("link")
        with ui.element("div").classes("buttons"):
            copy = ui.button(self._say("copy"), on_click=lambda: ui.notify(self._say("copied")), color=None)
            copy.on("click", js_handler=_COPY.format(id=field.html_id))
            opening = ui.link(self._say("open"), url, new_tab=True)
            renew = ui.button(self._say("renew"), on_click=partial(self._renew, ticket), color=None)
        for key, element in {"copy_of": copy, "open_of": opening, "renew_of": renew}.items():
            element.props["aria-label"] = self._say(key, name=name)

    def _renew(self, ticket: AccessToken) -> None:
        try:
            self._server.renew(ticket.token)
        except ParlourError as error:
            ui.notify(str(error), type="negative")
            return
        ui.notify(self._say("renewed", name=ticket.player or self._say("spectators")))
        self.look()
