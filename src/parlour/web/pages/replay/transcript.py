"""What was said up to a moment: a window that moves along the record, so that a long one stays quick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nicegui import ui
from nicegui.element import Element

from parlour.llm import Language
from parlour.web.hosting import FeedLine
from parlour.web.insight import Strip, heading, in_words, spelled, strip_name, tint
from parlour.web.pages.god import said
from parlour.web.pages.replay.phrases import PHRASES

_UNLESS_MARKING = "() => { if (!String(getSelection())) emit(); }"
"""Whoever marks words in a line to copy them stays where they are."""
_ALONE = "(e) => { e.stopPropagation(); emit(); }"
WINDOW = 40
"""How many lines are on the page at once."""


class Transcript:
    """The lines up to a position among them; the one at the position is marked.

    Args:
        language: of the table.
        go_to: told the position of a line that is clicked.
        open_prompt: told the position of the line whose prompt is wanted; None where prompts are not shown.
    """

    def __init__(
        self,
        language: Language,
        go_to: Callable[[int], None],
        open_prompt: Callable[[int], None] | None = None,
    ) -> None:
        self._go_to, self._open_prompt = go_to, open_prompt
        self._language: Language = language
        self._lines: Sequence[FeedLine] = ()
        self._strips: Mapping[int, Sequence[Strip]] = {}
        self._rows: dict[int, Element] = {}
        self._marked: Element | None = None
        self._list = ui.element("ol").classes("lines-said reel")
        self._list.props["tabindex"] = 0

    def load(self, lines: Sequence[FeedLine], beside: Mapping[int, Sequence[Strip]]) -> None:
        """Takes other lines in place of those before, with what a watcher held at them by their entries."""
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
            here = said("button", str(line.number), "entry-number", type="button")
            here.props["aria-label"] = PHRASES.say("go_here", self._language, number=line.number)
            if line.type == "thought" or line.is_dealt:
                with ui.element("details"):
                    said("summary", self._summary(line))
                    said("p", in_words(line, self._language))
            else:
                said("p", in_words(line, self._language), "private" if line.is_private else "")
            for strip in self._strips.get(line.number, ()):
                _draw(strip, self._language)
        if line.actor and not line.is_dealt and (opens := self._open_prompt):
            with row:
                button = said("button", PHRASES.say("prompt", self._language), "to-prompt", type="button")
                of = PHRASES.say("prompt_of", self._language, number=line.number)
                button.props["aria-label"] = of
                button.on("click", lambda _: opens(place), js_handler=_ALONE)
        row.on("click", lambda _: self._go_to(place), js_handler=_UNLESS_MARKING)
        return row

    def _summary(self, line: FeedLine) -> str:
        if line.type == "thought":
            return heading(line, self._language)
        first, _, _ = line.words.partition("\n")
        return " · ".join(filter(None, (line.actor, first)))


def _draw(strip: Strip, language: Language) -> None:
    """What was held of each player as a row of cells: pale where it stands as it stood at the line before."""
    with ui.element("p").classes("strip"):
        if name := strip_name(strip, language):
            said("span", name, "strip-name")
        for each in strip.held:
            cell = ui.element("span").classes("heat" if strip.is_new else "heat still").style(tint(each))
            with cell:
                said("b", each.about)
                said("span", spelled(each))
