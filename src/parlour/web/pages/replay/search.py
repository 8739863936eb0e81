"""Finding what was said."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import events, ui

from parlour.llm import Language
from parlour.web.hosting import FeedLine
from parlour.web.insight import heading, in_words
from parlour.web.pages.god import said
from parlour.web.pages.replay.phrases import PHRASES

MOST = 50
_AROUND = 60
_DEBOUNCE_MS = 250


class Search:
    """A field, and under it where its words stand.

    Args:
        language: of the table.
        go_to: told the position of the line that was chosen.
    """

    def __init__(self, language: Language, go_to: Callable[[int], None]) -> None:
        self._language: Language = language
        self._go_to = go_to
        self._lines: Sequence[FeedLine] = ()
        self._field = ui.input(PHRASES.say("search", language), on_change=self._find)
        self._field.props(f"debounce={_DEBOUNCE_MS} clearable")
        self._count = said("p", "", "faded")
        self._count.props["aria-live"] = "polite"
        self._found = ui.element("ol").classes("found")

    def load(self, lines: Sequence[FeedLine]) -> None:
        """Searches other lines in place of those before."""
        self._lines = lines
        self._show(str(self._field.value or ""))

    def _find(self, asked: events.ValueChangeEventArguments[str | None]) -> None:
        self._show(asked.value or "")

    def _show(self, words: str) -> None:
        self._found.clear()
        wanted = words.strip().casefold()
        if not wanted:
            self._count.text = ""
            return
        places = [
            (place, said_here)
            for place, line in enumerate(self._lines)
            if wanted in (said_here := in_words(line, self._language)).casefold()
        ]
        self._count.text = PHRASES.say("found", self._language, count=len(places))
        with self._found:
            for place, text in places[:MOST]:
                self._hit(place, _around(text, wanted))

    def _hit(self, place: int, text: str) -> None:
        line = self._lines[place]
        name = heading(line, self._language) if line.type == "thought" else ""
        with ui.element("li"):
            label = f"{line.number} · {' · '.join(filter(None, (name, text)))}"
            ui.button(label, on_click=lambda: self._go_to(place)).props("flat no-caps align=left").classes(
                "hit"
            )


def _around(text: str, wanted: str) -> str:
    """The words that were looked for, with some of what stands around them."""
    at = text.casefold().find(wanted)
    start, end = max(0, at - _AROUND), at + len(wanted) + _AROUND
    cut = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{cut}{'…' if end < len(text) else ''}"
