"""The transcript of a replay, a window that moves along the record, and the controls that move it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from nicegui import events, ui
from nicegui.element import Element

from parlour.arena import OUTSIDE, Fault, RecordedCall
from parlour.language.wording import Phrases
from parlour.llm import Language, Part
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import spell, tint
from parlour.web.insight.thoughts import Strip, heading, in_words, strip_name
from parlour.web.insight.visit import Visit
from parlour.web.pages.look import add_text

PHRASES = Phrases("parlour.web.pages.replay")


_UNLESS_MARKING = "() => { if (!String(getSelection())) emit(); }"
"""Ignores a click that ends a selection of words."""
_ALONE = "(e) => { e.stopPropagation(); emit(); }"
WINDOW = 40
"""The number of lines on the page at once."""


class Transcript:
    """The lines up to a position; the line at the position is marked."""

    def __init__(
        self,
        language: Language,
        go_to: Callable[[int], None],
        open_prompt: Callable[[int], None],
    ) -> None:
        self._go_to, self._open_prompt = go_to, open_prompt
        self._opens_prompts = False
        self._language: Language = language
        self._lines: Sequence[FeedLine] = ()
        self._strips: Mapping[int, Sequence[Strip]] = {}
        self._rows: dict[int, Element] = {}
        self._marked: Element | None = None
        self._list = ui.element("ol").classes("lines-said reel")
        self._list.props["tabindex"] = 0

    def load(
        self, lines: Sequence[FeedLine], beside: Mapping[int, Sequence[Strip]], *, opens_prompts: bool
    ) -> None:
        """Replaces the lines and the readings beside them."""
        self._opens_prompts = opens_prompts
        self._lines, self._strips, self._marked = lines, beside, None
        self._list.clear()
        self._rows.clear()

    def show(self, at: int) -> None:
        """Shows the lines up to a position."""
        wanted = range(max(0, at - WINDOW + 1), at + 1)
        if self._marked:
            self._marked.classes(remove="now")
            self._marked = None
        if self._rows and not (min(self._rows) <= wanted.start and max(self._rows) <= at):
            self._list.clear()
            self._rows.clear()
        for place in [place for place in self._rows if place not in wanted]:
            self._rows.pop(place).delete()
        with self._list:
            for place in wanted:
                if place not in self._rows:
                    self._rows[place] = self._row(place)
        if at in self._rows:
            self._marked = self._rows[at].classes("now")
            self._list.client.run_javascript(f"getHtmlElement({self._list.id})?.scrollTo(0, 1e7)")

    def _row(self, place: int) -> Element:
        line = self._lines[place]
        with ui.element("li").classes(line.type) as row:
            number = line.number if self._opens_prompts else place + 1
            number_button = add_text("button", str(number), "entry-number", type="button")
            number_button.props["aria-label"] = PHRASES.say("go_here", self._language, number=number)
            if line.type == "thought" or line.is_dealt:
                with ui.element("details"):
                    add_text("summary", self._summary(line))
                    add_text("p", in_words(line, self._language))
            else:
                add_text(
                    "p",
                    in_words(line, self._language),
                    "private" if line.is_private else "",
                )
            for strip in self._strips.get(line.number, ()):
                _draw(strip, self._language)
        if line.actor and not line.is_dealt and self._opens_prompts:
            with row:
                button = add_text("button", PHRASES.say("prompt", self._language), "to-prompt", type="button")
                of = PHRASES.say("prompt_of", self._language, number=line.number)
                button.props["aria-label"] = of
                button.on("click", lambda _: self._open_prompt(place), js_handler=_ALONE)
        row.on("click", lambda _: self._go_to(place), js_handler=_UNLESS_MARKING)
        return row

    def _summary(self, line: FeedLine) -> str:
        if line.type == "thought":
            return heading(line, self._language)
        first, _, _ = line.words.partition("\n")
        return " · ".join(filter(None, (line.actor, first.rstrip(" :："))))


def _draw(strip: Strip, language: Language) -> None:
    with ui.element("p").classes("strip"):
        if name := strip_name(strip, language):
            add_text("span", name, "strip-name")
        for reading in strip.held:
            cell = ui.element("span").classes("heat" if strip.is_new else "heat still").style(tint(reading))
            with cell:
                add_text("b", reading.about)
                add_text("span", spell(reading))


READING = 0
"""The reading speed: each line is shown for as long as reading it takes."""
SPEEDS = (1, 2, 4, 10)
"""Lines per second."""
_LEAST, _MOST = 0.4, 9.0
"""The least and greatest seconds of a line at reading speed."""
_CHARACTERS: Mapping[Language, float] = {"en": 20.0, "zh": 7.0}
"""The characters read per second."""


class _Slider(ui.slider):
    """A slider that moves before the server confirms: keys would be lost on a slow connection."""

    LOOPBACK = False


class ReplayControls:
    """A position among numbered lines, and the controls that move it."""

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
            self._where = add_text("p", "", "faded where")
        self._timer = ui.timer(1.0, self._step, active=False)

    def span(self, count: int, at: int) -> None:
        """Sets the number of lines and the position."""
        self._count, self._at = count, -1
        self._slider.props["max"] = max(1, count - 1)
        self.go_to(at)

    def go_to(self, place: int) -> None:
        """Moves to a position, or to the nearest end."""
        place = max(0, min(place, self._count - 1))
        if place != self._at and self._count:
            self._at = place
            self._slider.value = place
            self._on_move(place)

    def tell(self, where: str) -> None:
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


class Inspector:
    """The calls behind the current entry of a replay."""

    def __init__(self, visit: Visit, language: Language) -> None:
        self._visit = visit
        self._say = partial(PHRASES.say, language=language)
        self._request: str | None = None
        self._box = ui.element("div").classes("inspector")

    async def show(self, number: int) -> None:
        """Shows the calls that led to an entry."""
        request = self._visit.request_of(number)
        if request == self._request and request is not None:
            return
        self._request = request
        calls: tuple[RecordedCall, ...] = ()
        if request:
            store = self._visit.server.store
            calls = await asyncio.to_thread(store.calls, self._visit.match, request)
        if request == self._request:
            self._draw(request, [call for call in calls if call.completion.usage.attempts])

    def _draw(self, request: str | None, calls: list[RecordedCall]) -> None:
        self._box.clear()
        with self._box:
            if request is None:
                add_text("p", self._say("no_request"), "faded")
                return
            add_text("p", self._say("request", request=request), "faded")
            for fault in self._faults(request):
                add_text("p", self._say("fault", purpose=fault.purpose, problem=fault.problem), "wine")
            if not calls:
                add_text("p", self._say("no_calls"), "faded")
            for call in calls:
                self._call(call)

    def _faults(self, request: str) -> list[Fault]:
        items = (entry.item for entry in self._visit.happened)
        return [item for item in items if isinstance(item, Fault) and item.request == request]

    def _call(self, call: RecordedCall) -> None:
        with ui.expansion(self._title(call), caption=self._cost_caption(call)).classes("call") as expansion:
            box = ui.element("div")
        expansion.on_value_change(_once(partial(self._content, call, box)))

    def _title(self, call: RecordedCall) -> str:
        caller = self._say("outside") if call.key.purpose in OUTSIDE else call.key.purpose
        return " · ".join(
            filter(None, (caller, self._say("repaired", count=len(call.repairs)) if call.repairs else ""))
        )

    def _cost_caption(self, call: RecordedCall) -> str:
        usage = call.completion.usage
        dollars = "?" if usage.dollars is None else f"{usage.dollars:.4f}"
        return self._say(
            "taken",
            read=usage.input_tokens,
            cached=usage.cached_tokens,
            written=usage.output_tokens,
            dollars=dollars,
            seconds=f"{usage.seconds:.2f}",
            attempts=usage.attempts,
        )

    def _content(self, call: RecordedCall, box: ui.element) -> None:
        with box:
            for name, parts in (("system", call.system), ("user", call.user)):
                if parts:
                    add_text("h2", self._say(name))
                for part in parts:
                    self._part(part)
            for reply, feedback in call.repairs:
                add_text("h2", self._say("earlier_reply"))
                add_text("pre", reply, tabindex="0")
                add_text("h2", self._say("feedback"))
                add_text("pre", feedback, tabindex="0")
            if call.completion.thoughts:
                add_text("h2", self._say("thoughts"))
                add_text("pre", call.completion.thoughts, tabindex="0")
            add_text("h2", self._say("reply"))
            add_text("pre", call.completion.text or self._say("nothing"), tabindex="0")
            if call.completion.logprobs:
                lines = "\n".join(f"{token!r}  {value:.3f}" for token, value in call.completion.logprobs)
                add_text("h2", self._say("logprobs"))
                add_text("pre", lines, tabindex="0")

    def _part(self, part: Part) -> None:
        source = part.source
        events = ", ".join(map(str, source.events))
        labels = (self._say(f"from_{source.origin}"), source.owner or "", f"№ {events}" if events else "")
        add_text("p", " · ".join(filter(None, labels)), "source")
        add_text("pre", part.text, tabindex="0")


def _once(make: Callable[[], None]) -> Callable[[], None]:
    is_made: list[bool] = []

    def first() -> None:
        if not is_made:
            is_made.append(True)
            make()

    return first
