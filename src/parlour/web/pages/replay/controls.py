"""Where a replay stands, and what moves it: buttons, a slider, and time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from nicegui import events, ui

from parlour.llm import Language
from parlour.web.pages.god import said
from parlour.web.pages.replay.phrases import PHRASES

READING = 0
"""The speed at which people read: each line stands as long as it takes."""
SPEEDS = (1, 2, 4, 10)
"""Lines per second."""
_LEAST, _MOST = 0.4, 9.0
"""Seconds that a line stands where it is read."""
_CHARACTERS: Mapping[Language, float] = {"en": 20.0, "zh": 7.0}
"""How many are read in a second."""


class _Slider(ui.slider):
    """A slider that does not wait for the server to say where it is: keys would be lost on a slow line."""

    LOOPBACK = False


class ReplayControls:
    """A place among lines that are numbered from 0.

    Attributes:
        row: the buttons, where others may be added.

    Args:
        language: of the table.
        on_move: told the place whenever it is another one.
        length: how many characters there are to be read at a place.
    """

    def __init__(
        self, language: Language, on_move: Callable[[int], None], length: Callable[[int], int]
    ) -> None:
        self._say = partial(PHRASES.say, language=language)
        self._on_move, self._length = on_move, length
        self._rate = _CHARACTERS[language]
        self._count, self._at = 0, -1
        with ui.element("div").classes("sheet controls"):
            self.row = ui.element("div").classes("buttons")
            with self.row:
                self._icon("first", "first_page", lambda: self.go_to(0))
                self._icon("back", "chevron_left", lambda: self.go_to(self._at - 1))
                self._play = self._icon("play", "play_arrow", self._toggle)
                self._icon("on", "chevron_right", lambda: self.go_to(self._at + 1))
                self._icon("last", "last_page", lambda: self.go_to(self._count - 1))
                speeds = {READING: self._say("speed_read")}
                speeds |= {speed: self._say("speed", count=speed) for speed in SPEEDS}
                self._speed = ui.select(speeds, value=READING, on_change=self._set_speed).props("dense")
                self._speed.props["aria-label"] = self._say("speed_label")
            self._slider = _Slider(min=0, max=1, value=0, on_change=self._slid)
            self._slider.props["aria-label"] = self._say("slider")
            self._where = said("p", "", "faded where")
        self._timer = ui.timer(1.0, self._step, active=False)

    def span(self, count: int, at: int) -> None:
        """Moves among so many lines from now on, beginning at a place."""
        self._count, self._at = count, -1
        self._slider.props["max"] = max(1, count - 1)
        self.go_to(at)

    def go_to(self, place: int) -> None:
        """Moves to a place, or to the end that is nearest to it."""
        place = max(0, min(place, self._count - 1))
        if place != self._at and self._count:
            self._at = place
            self._slider.value = place
            self._on_move(place)

    def tell(self, where: str) -> None:
        """Says in words where it stands."""
        self._where.text = where

    def _icon(self, name: str, icon: str, move: Callable[[], None]) -> ui.button:
        button = ui.button(icon=icon, on_click=move).props("flat round dense")
        button.props["aria-label"] = self._say(name)
        return button

    def _slid(self, slid: events.ValueChangeEventArguments[float | None]) -> None:
        self.go_to(int(slid.value or 0))

    def _toggle(self) -> None:
        if not self._timer.active and self._at == self._count - 1:
            self.go_to(0)
        self._set_playing(is_playing=not self._timer.active)

    def _set_playing(self, *, is_playing: bool) -> None:
        self._set_speed()
        self._timer.active = is_playing
        self._play.props["icon"] = "pause" if is_playing else "play_arrow"
        self._play.props["aria-label"] = self._say("pause" if is_playing else "play")

    def _set_speed(self) -> None:
        """How long the line stands that is there now."""
        if self._speed.value == READING:
            seconds = self._length(max(0, self._at)) / self._rate
            self._timer.interval = min(_MOST, max(_LEAST, seconds))
        else:
            self._timer.interval = 1 / float(self._speed.value or 1)

    def _step(self) -> None:
        self.go_to(self._at + 1)
        self._set_speed()
        if self._at >= self._count - 1:
            self._set_playing(is_playing=False)
