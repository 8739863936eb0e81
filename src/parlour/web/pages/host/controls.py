"""How the table stands, and the buttons that change it."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from parlour.errors import ParlourError
from parlour.web.hosting import MOST_SECONDS, LiveMatch, Standing
from parlour.web.pages.host.phrases import PHRASES
from parlour.web.pages.look import said
from parlour.web.survey import is_person

_GO_ON = {Standing.WAITING: "start", Standing.PAUSED: "resume", Standing.STOPPED: "try_again"}


class HostControls:
    """The buttons.

    Args:
        table: what they control.
    """

    def __init__(self, table: LiveMatch) -> None:
        self._table = table
        self._say = partial(PHRASES.say, language=table.setup.language)
        self._shown: tuple[Standing, str] | None = None
        with ui.element("section").classes("sheet controls"):
            self._standing = said("p", "", "standing", role="status")
            self._why = said("p", "", "wine small")
            self._how = said("p", self._say("how_to_begin"), "faded")
            with ui.element("div").classes("buttons"):
                self._go = ui.button(on_click=self._start, color=None).classes("big")
                self._pause = ui.button(self._say("pause"), on_click=lambda: table.pause(), color=None)
                self._end = ui.button(self._say("end"), on_click=self._ask, color=None).classes("danger")
                self._seconds = ui.number(
                    self._say("seconds"), value=table.settings.seconds, min=5, max=MOST_SECONDS, precision=0
                ).props("stack-label")
                self._seconds.props["placeholder"] = self._say("unlimited")
                self._set = ui.button(self._say("set"), on_click=self._set_seconds, color=None)
        with ui.dialog() as self._dialog, ui.card():
            self._dialog.props["aria-label"] = self._say("end_sure")
            said("h2", self._say("end_sure"))
            said("p", self._say("end_says"))
            with ui.element("div").classes("buttons"):
                ui.button(self._say("end"), on_click=self._finish, color=None).classes("danger")
                ui.button(self._say("cancel"), on_click=self._dialog.close, color=None)

    def look(self) -> None:
        """Shows how the table stands now."""
        table, settings = self._table, self._table.settings
        if (settings.standing, settings.why) == self._shown:
            return
        self._shown = settings.standing, settings.why
        self._standing.text = self._say(f"standing_{settings.standing}")
        self._standing.props["data-standing"] = settings.standing.value
        self._why.text = settings.why
        self._go.set_visibility(settings.standing in _GO_ON)
        if settings.standing in _GO_ON:
            self._go.text = self._say(_GO_ON[settings.standing])
        has_people = any(is_person(table.setup, player) for player in table.setup.players)
        self._how.set_visibility(settings.standing is Standing.WAITING and has_people)
        self._pause.set_visibility(settings.standing is Standing.RUNNING)
        for each in (self._end, self._seconds, self._set):
            each.set_visibility(not self._table.is_over)

    def _start(self) -> None:
        try:
            self._table.start()
        except ParlourError as error:
            ui.notify(str(error), type="negative")

    def _ask(self) -> None:
        self._dialog.open()

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
