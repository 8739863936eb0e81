"""The model calls behind one request, loaded on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from nicegui import ui

from parlour.arena import OUTSIDE, Fault, RecordedCall
from parlour.llm import Language, Part
from parlour.web.insight import Visit
from parlour.web.pages.god import add_text
from parlour.web.pages.replay.transcript import PHRASES


class Inspector:
    """The calls behind the current entry of a replay."""

    def __init__(self, seen: Visit, language: Language) -> None:
        self._seen = seen
        self._say = partial(PHRASES.say, language=language)
        self._request: str | None = None
        self._box = ui.element("div").classes("inspector")

    async def show(self, number: int) -> None:
        """Shows the calls that led to an entry."""
        request = self._seen.request_of(number)
        if request == self._request and request is not None:
            return
        self._request = request
        calls: tuple[RecordedCall, ...] = ()
        if request:
            store = self._seen.house.store
            calls = await asyncio.to_thread(store.calls, self._seen.match, request)
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
        found = (one.item for one in self._seen.happened)
        return [each for each in found if isinstance(each, Fault) and each.request == request]

    def _call(self, call: RecordedCall) -> None:
        with ui.expansion(self._title(call), caption=self._taken(call)).classes("call") as folded:
            box = ui.element("div")
        folded.on_value_change(_once(partial(self._content, call, box)))

    def _title(self, call: RecordedCall) -> str:
        who = self._say("outside") if call.key.purpose in OUTSIDE else call.key.purpose
        return " · ".join(
            filter(None, (who, self._say("repaired", count=len(call.repairs)) if call.repairs else ""))
        )

    def _taken(self, call: RecordedCall) -> str:
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
                told = "\n".join(f"{token!r}  {value:.3f}" for token, value in call.completion.logprobs)
                add_text("h2", self._say("logprobs"))
                add_text("pre", told, tabindex="0")

    def _part(self, part: Part) -> None:
        source = part.source
        events = ", ".join(map(str, source.events))
        told = (self._say(f"from_{source.origin}"), source.owner or "", f"№ {events}" if events else "")
        add_text("p", " · ".join(filter(None, told)), "source")
        add_text("pre", part.text, tabindex="0")


def _once(make: Callable[[], None]) -> Callable[[], None]:
    made: list[bool] = []

    def first() -> None:
        if not made:
            made.append(True)
            make()

    return first
