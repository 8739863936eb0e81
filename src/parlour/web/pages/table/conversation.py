"""The conversation: lines of a match, forming speeches, and the players that are awaited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from parlour.arena import Act
from parlour.core import Player, Request, event_kinds
from parlour.language.hearing import split_reading
from parlour.language.wording import word
from parlour.views import tell_person
from parlour.web.hosting import NO_ANSWER, FeedLine, Standing
from parlour.web.insight.readings import is_vote
from parlour.web.pages.after.verdict import count_ballots
from parlour.web.pages.look import add_text
from parlour.web.pages.table.scene import Scene, box, button

_MARKS_SCROLLED = "(e) => e.currentTarget.classList.toggle('is-back', e.currentTarget.scrollTop < -120)"
_SCROLLS_TO_NEWEST = "(e) => e.currentTarget.parentElement.previousElementSibling.scrollTo(0, 0)"


class Conversation:
    """The lines of a match, and the forming speeches below them."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._filter = Filter()
        self._rows: list[tuple[FeedLine, ui.element]] = []
        self._ballots: list[FeedLine] = []
        self._forming: dict[str, tuple[ui.element, TextElement]] = {}
        self.has_unread = False
        """True if others have spoken since the last act of the page's player."""
        self.unheard = set[str]()
        """Speeches that the page's player sent with none of their readings, until they are shown."""
        attributes = {"role": "log", "tabindex": "0", "aria_label": scene.say("conversation")}
        with box("div", "talk", **attributes) as self.frame, box("div", "talk-inner"):
            self._empty = add_text("p", scene.say("nothing_yet"), "faded talk-empty")
            self._lines = box("div", "lines")
            self._foot = box("div", "forming", aria_hidden="true")
            self.foot = box("div", "foot-notes")
        self.frame.on("scroll", js_handler=_MARKS_SCROLLED)
        with box("div", "newest"):
            newest = add_text("button", scene.say("newest"), "button", type="button")
            newest.on("click", js_handler=_SCROLLS_TO_NEWEST)

    def add(self, lines: Iterable[FeedLine]) -> None:
        for line in lines:
            with self._lines:
                self._count(line)
                row = self._draw(line)
            kind = self._scene.event_kind(line)
            if kind and kind.utterance:
                self.has_unread = line.actor != self._scene.player
            if row:
                self._rows.append((line, row))
                row.set_visibility(self._filter.shows(line))
                self._empty.set_visibility(False)

    def _count(self, line: FeedLine) -> None:
        """Shows the tally of a public ballot, once all its votes are shown."""
        kind = self._scene.event_kind(line)
        if kind and is_vote(kind) and not line.is_private:
            self._ballots.append(line)
        elif self._ballots and line.type == "event":
            counts = count_ballots(self._ballots, self._scene.language)
            self._ballots.clear()
            add_text("p", self._scene.say("tally", counts=counts), "aside tally")

    def go_to_newest(self) -> None:
        """Scrolls to the newest line; from there, the browser follows new lines until somebody scrolls up."""
        script = f"document.getElementById('{self.frame.html_id}')?.scrollTo(0, 0)"
        self.frame.client.run_javascript(script)

    def show_only(self, line_filter: Filter) -> None:
        """Hides the lines outside a filter."""
        self._filter = line_filter
        for line, row in self._rows:
            row.set_visibility(line_filter.shows(line))

    def form(self, speech: Mapping[str, str], requests: Sequence[Request]) -> None:
        """Shows the forming speeches."""
        speaking = {request.id: request for request in requests if speech.get(request.id)}
        for request_id in self._forming.keys() - speaking.keys():
            self._forming.pop(request_id)[0].delete()
        for key, request in speaking.items():
            if key not in self._forming:
                with self._foot:
                    self._forming[key] = self._bubble(
                        request.player, self._address(request.partner, request.case), "is-forming"
                    )
            self._forming[key][1].text = speech[key]

    def _draw(self, line: FeedLine) -> ui.element | None:
        if line.type == "fault":
            return self._fault(line) if line.kind in self._scene.game.kinds.requests else None
        kind = self._scene.event_kind(line)
        if kind is None or kind.dealt:
            return self._story(line) if kind == event_kinds.SCRIPT and not line.actor else None
        if is_vote(kind):
            return self._vote(line)
        if kind.choice:
            return None
        if kind.opens:
            return add_text("h2", line.words, "divide")
        if kind.utterance and line.text:
            return self._speech(line)
        return self._plate(line) if kind.tells_end else self._aside(line)

    def _speech(self, line: FeedLine) -> ui.element:
        frame, words = self._bubble(line.actor or "", self._to(line), self._classes(line))
        words.text = line.text
        if line.understood:
            with words.parent_slot or frame, box("details", "understood"):
                add_text("summary", self._scene.say("understood"))
                add_text("p", line.understood)
        elif line.actor == self._scene.player and line.text in self.unheard:
            self.unheard.discard(line.text)
            with words.parent_slot or frame:
                add_text("p", self._scene.say("unheard"), "understood")
        with frame:
            self._chip(line)
        return frame

    def _bubble(self, speaker: Player, to: str, classes: str) -> tuple[ui.element, TextElement]:
        scene = self._scene
        own_class = "is-mine" if speaker == scene.player else ""
        frame = box("article", f"said {scene.seat(speaker)} {own_class} {classes}")
        with frame:
            box("span", "face said-face", aria_hidden="true")
            with box("div", "said-bubble"):
                with box("p", "said-head"):
                    add_text("b", speaker, "said-name")
                    if to:
                        add_text("span", to, "said-to")
                words = add_text("p", "", "said-words")
        return frame, words

    def _to(self, line: FeedLine) -> str:
        scene = self._scene
        if line.kind == event_kinds.CONFERRED:
            fellows = scene.find_phrase("to_fellows")
            return f"{fellows} → {scene.names(line.chosen)}" if line.chosen else fellows
        return self._address(line.to, line.case)

    def _address(self, to: Player | None, case: str | None) -> str:
        about = self._scene.say("about", case=case) if case else ""
        return " · ".join(filter(None, (f"→ {to}" if to else "", about)))

    def _vote(self, line: FeedLine) -> ui.element:
        scene = self._scene
        with box("p", f"vote {scene.seat(line.actor)} {self._classes(line)}") as row:
            box("span", "face vote-face", aria_hidden="true")
            with box("span"):
                add_text("span", line.words)
                self._chip(line)
        return row

    def _aside(self, line: FeedLine) -> ui.element:
        with box("p", f"aside {self._classes(line)}") as row:
            add_text("span", line.words)
            self._chip(line)
        return row

    def _plate(self, line: FeedLine) -> ui.element:
        look = "is-won" if line.kind == event_kinds.WON else "is-role" if line.role else ""
        with box("div", f"plate {look} {self._classes(line)}") as row:
            if line.chosen:
                with box("div", "plate-faces", aria_hidden="true"):
                    for name in line.chosen:
                        if seat := self._scene.seat(name):
                            box("span", f"face plate-face {seat}")
            add_text("p", line.words)
        return row

    def _story(self, line: FeedLine) -> ui.element:
        with box("section", "story") as row:
            add_text("h2", self._scene.say("story"))
            add_text("p", tell_person(self._scene.table.setup.game, line.text, None), "paper")
        return row

    def _fault(self, line: FeedLine) -> ui.element:
        is_late = line.text.startswith(NO_ANSWER)
        key = "fault_late" if is_late else "fault_unusable"
        return add_text("p", self._scene.say(key, name=line.actor), "aside is-fault")

    def _chip(self, line: FeedLine) -> None:
        if line.is_private and line.kind != event_kinds.CONFERRED:
            add_text("span", self._scene.say("only_some" if line.is_shared else "only_you"), "chip")

    def _classes(self, line: FeedLine) -> str:
        return "is-private" if line.is_private else ""


@dataclass(frozen=True, kw_only=True)
class Filter:
    """The person or the case whose lines alone are shown; all lines without either."""

    person: Player | None = None
    case: str | None = None

    def shows(self, line: FeedLine) -> bool:
        """Tests whether a line passes the filter."""
        people = (line.actor, line.to, *line.chosen)
        is_about = self.case is None or line.case == self.case or (line.case is None and not line.actor)
        return is_about and (self.person is None or self.person in people)


class FilterBar:
    """The current filter, and buttons for the victims if there are several."""

    def __init__(self, scene: Scene, on_pick: Callable[[Filter], None]) -> None:
        self._scene = scene
        with box("div", "filter") as self._frame:
            self._words = add_text("span", "")
            button(scene.say("show_all"), partial(on_pick, Filter()))
        self.show(Filter())
        if len(scene.victims) > 1:
            with box("div", "cases", role="group", aria_label=scene.say("filter")):
                add_text("span", scene.say("filter"), "faded")
                for victim in scene.victims:
                    button(victim, partial(on_pick, Filter(case=victim)), "is-case")

    def show(self, line_filter: Filter) -> None:
        """Shows the current filter."""
        name = line_filter.person or line_filter.case
        self._words.text = self._scene.say("only_about", name=name) if name else ""
        self._frame.set_visibility(bool(name))


class Awaited:
    """The sent answers until they take effect, and the awaited players."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._acts: tuple[Act, ...] = ()
        self._sent = box("div", "sent")
        self._waits = add_text("p", "", "faded waits")

    def show(self, acts: Sequence[Act], awaited: Sequence[Player], *, is_asked: bool) -> None:
        """Draws both."""
        if tuple(acts) != self._acts:
            self._acts = tuple(acts)
            self._sent.clear()
            with self._sent:
                for act in acts:
                    self._draw(act)
        self._waits.text = "" if is_asked else self._waiting(awaited)

    def _draw(self, act: Act) -> None:
        scene = self._scene
        chosen = scene.say("sent_choice", choice=scene.names(act.chosen)) if act.chosen else ""
        with box("article", f"said is-mine is-sent {scene.seat(act.player)}"):
            box("span", "face said-face", aria_hidden="true")
            with box("div", "said-bubble"):
                if chosen:
                    add_text("p", chosen, "said-head")
                speech, _ = split_reading(act.speech, scene.language)
                add_text("p", speech or ("" if chosen else scene.say("sent_pass")), "said-words")
                add_text("p", scene.say("sent"), "faded sent-note")

    def _waiting(self, awaited: Sequence[Player]) -> str:
        table, scene = self._scene.table, self._scene
        if table.settings.standing is not Standing.RUNNING:
            return ""
        if names := dict.fromkeys(awaited):
            return scene.say("waits_for", names=word("comma", scene.language).join(names))
        return scene.say("waits_in_secret") if self._acts else ""
