"""The shared base of a table page's parts: the table from its point of view, its elements, and its redrawing.

Text of people and models enters the page by `add_text` alone, and so is never markup.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments
from pydantic import TypeAdapter, ValidationError

from parlour.core import EventKind, Game, Player, RequestKind, find_game
from parlour.language.wording import GamePhrases, Phrases, Rulebook, rulebook, title_of, word
from parlour.llm import Language
from parlour.views import premise_of
from parlour.web.hosting import FeedLine, Form, LiveMatch, Visibility
from parlour.web.insight.readings import kind_of
from parlour.web.pages.look import add_text, find_phrase, set_attributes
from parlour.web.pages.stage import numbered_names

PHRASES = Phrases("parlour.web.pages.table")


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A table from the point of view of one page."""

    table: LiveMatch
    player: Player | None

    @property
    def visibility(self) -> Visibility:
        """The visibility of the page; unchanged after the match, since the truth has its own page."""
        return Visibility(player=self.player)

    @property
    def language(self) -> Language:
        return self.table.setup.language

    @property
    def players(self) -> tuple[Player, ...]:
        return self.table.setup.players

    @cached_property
    def names_by_player(self) -> dict[Player, str]:
        """The names with the numbers of their seats."""
        return numbered_names(self.table.setup)

    @cached_property
    def game(self) -> Game[Any]:
        return find_game(self.table.setup.game.name)

    @cached_property
    def phrases(self) -> GamePhrases:
        return GamePhrases(self.game.name, self.language)

    @cached_property
    def rulebook(self) -> Rulebook:
        return rulebook(self.table.setup.game)

    @cached_property
    def victims(self) -> tuple[str, ...]:
        return premise_of(self.table.setup.game).victims

    @property
    def title(self) -> str:
        return title_of(self.table.setup.game)

    @property
    def is_talk_free(self) -> bool:
        """True if players take the floor when they want to."""
        return getattr(self.table.setup.game, "talk", "turns") != "turns"

    @property
    def asks_about_story(self) -> bool:
        """True if players answer questions about the story before the verdict."""
        return getattr(self.table.setup.game, "answers", False) is True

    def kind(self, form: Form) -> RequestKind:
        return self.game.kinds.requests[form.kind]

    def event_kind(self, line: FeedLine) -> EventKind | None:
        """Returns the event kind of a line; None for a line that is no event of the game."""
        return kind_of(line, self.game.kinds.events)

    def find_phrase(self, key: str, **variables: object) -> str:
        """Returns a phrase of the game, else of the page, else the last words of the key."""
        return find_phrase(self.phrases, PHRASES, self.language, key, **variables)

    def say(self, key: str, **variables: object) -> str:
        """Returns a phrase of the page in the table's language."""
        return PHRASES.say(key, self.language, **variables)

    def names(self, names: tuple[str, ...]) -> str:
        """Joins names of players or of other options."""
        return word("comma", self.language).join(map(self.phrases.option, names))

    def seat(self, player: Player | None) -> str:
        """Returns the class with a player's colours and portrait; empty for other names."""
        return f"seat-{self.players.index(player)}" if player in self.players else ""


MOST_TYPED = 20_000
"""Characters that a field takes; far beyond any limit of speech, and far below what a connection carries."""

_NUMBERS = TypeAdapter(tuple[int, ...])
TextHandler = Callable[[str], None]


def box(tag: str = "div", classes: str = "", **attributes: str) -> ui.element:
    """Creates an element for others."""
    element = ui.element(tag).classes(classes)
    set_attributes(element, attributes)
    return element


def button(words: str, on_click: Callable[[], None], classes: str = "", **attributes: str) -> TextElement:
    """Creates a button."""
    element = add_text("button", words, f"button {classes}", type="button", **attributes)
    element.on("click", lambda _: on_click(), js_handler="() => emit()")
    return element


def sends(element: ui.element, area: ui.element, on_text: TextHandler, *events: str) -> None:
    """Sends a field's current value with some events; the last letters may not have arrived otherwise."""
    value = f"""(e) => {{
        if (e.shiftKey || e.isComposing) return;
        e.preventDefault();
        emit(document.getElementById('{area.html_id}').value);
    }}"""
    for event in events:
        element.on(event, lambda typed: on_text(_read_text(typed)), js_handler=value)


_KEEP = """document.addEventListener('input', (e) => {
    const key = e.target.dataset?.keep;
    if (!key) return;
    const isHeard = Boolean(window.socket?.connected);
    sessionStorage.setItem(key, JSON.stringify({text: e.target.value, isHeard, at: Date.now()}));
})"""
"""Stores typed text in the browser: the server can be unreachable, and a field can leave the page, as in a
pause, before its last letters arrive."""
_UNDERWAY = 10_000
"""The milliseconds within which letters may not have arrived; after them the server's draft is newer."""


_GIVE_BACK = """(function giveBack(id, key, looks) {
    const kept = JSON.parse(sessionStorage.getItem(key)), area = document.getElementById(id);
    if (!kept || (kept.isHeard && Date.now() - kept.at > %s)) return;
    if (!area) { if (looks) setTimeout(giveBack, 50, id, key, looks - 1); return; }
    if (area.value === kept.text) return;
    area.value = kept.text;
    area.dispatchEvent(new Event('input', {bubbles: true}));
})(%s, %s, 200)"""
"""Restores a field's stored text; the field may be added to the page after this script."""


def keep_typed() -> None:
    """Stores typed text in the browser until the server has it.

    The script is part of the page itself, since the connection may be lost before a later script arrives.
    """
    ui.add_head_html(f"<script>{_KEEP}</script>")


def field(
    value: str, on_text: TextHandler, *, rows: int, seconds: float, key: str, **attributes: str
) -> ui.element:
    """Creates a field for several lines."""
    area = add_text("textarea", value, "field", rows=str(rows), maxlength=str(MOST_TYPED), **attributes)
    area.props["autocomplete"] = "off"
    area.on(
        "input",
        lambda typed: on_text(_read_text(typed)),
        throttle=seconds,
        js_handler="(e) => emit(e.target.value)",
    )
    area.props["data-keep"] = key
    ui.run_javascript(_GIVE_BACK % (_UNDERWAY, json.dumps(area.html_id), json.dumps(key)))
    return area


def forget_typed(area: ui.element) -> None:
    """Deletes a field's stored text in the browser."""
    key = json.dumps(area.props["data-keep"])
    area.client.run_javascript(f"sessionStorage.removeItem({key})")


def take_focus(element: ui.element) -> None:
    """Focuses an element once it is on the page."""
    element.client.run_javascript(f"document.getElementById('{element.html_id}')?.focus()")


def bring_into_view(element: ui.element) -> None:
    """Scrolls to an element once it is on the page."""
    script = f"document.getElementById('{element.html_id}')?.scrollIntoView({{block: 'nearest'}})"
    element.client.run_javascript(script)


def focus_within(frame: ui.element) -> None:
    """Focuses the first input within a frame, or the frame itself; a button that folds it is none."""
    inner = f"document.querySelector('#{frame.html_id} :is(input, textarea, button:not([aria-expanded]))')"
    frame.client.run_javascript(f"({inner} ?? document.getElementById('{frame.html_id}'))?.focus()")


def choices(group: ui.element, on_choice: Callable[[tuple[int, ...]], None]) -> None:
    """Passes the numbers of a group's ticked boxes to a function whenever they change."""
    ticked = "(e) => emit([...e.currentTarget.querySelectorAll(':checked')].map(i => Number(i.value)))"
    group.on("change", lambda event: on_choice(_numbers(event)), js_handler=ticked)


def tick(
    words: str,
    number: int,
    *,
    group: str,
    is_one: bool,
    is_ticked: bool,
    classes: str = "",
    title: str = "",
    note: str = "",
) -> None:
    """Creates a labelled checkbox, or a radio button of a group; its title says more than its label."""
    with box("label", f"tick {classes}", **({"title": title} if title else {})):
        ticked = box("input", type="radio" if is_one else "checkbox", name=group, value=str(number))
        ticked.props["checked"] = is_ticked
        add_text("span", words)
        if note:
            add_text("span", note, "tick-note")


def _numbers(event: GenericEventArguments) -> tuple[int, ...]:
    try:
        return _NUMBERS.validate_python(event.args)
    except ValidationError:
        return ()


def _read_text(event: GenericEventArguments) -> str:
    return event.args[:MOST_TYPED] if isinstance(event.args, str) else ""


BEAT = 0.05
"""Seconds between two drawings."""


class Pulse:
    """The redrawing of a page: at once after an event, then at most once per beat."""

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw
        self._last = 0.0
        self._next: asyncio.TimerHandle | None = None

    def beat(self, *_: object) -> None:
        """Schedules a drawing after an event."""
        if self._next is None:
            wait = max(0.0, self._last + BEAT - time.monotonic())
            self._next = asyncio.get_running_loop().call_later(wait, self._now)

    def beat_at(self, moment: float) -> None:
        """Schedules a drawing at a time, even without an event.

        Args:
            moment: seconds of `time.monotonic`.
        """
        if self._next is None:
            wait = max(BEAT, moment - time.monotonic())
            self._next = asyncio.get_running_loop().call_later(wait, self._now)

    def draw_now(self) -> None:
        """Draws at once, in place of a scheduled drawing."""
        self.stop()
        self._now()

    def stop(self) -> None:
        """Cancels the scheduled drawing."""
        if self._next:
            self._next.cancel()

    def _now(self) -> None:
        self._next, self._last = None, time.monotonic()
        self._draw()
