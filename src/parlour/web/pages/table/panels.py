"""The panels beside the conversation: the role card, the rules, the notebook, and the guide to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from urllib.parse import quote

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from parlour.core import Player, event_kinds
from parlour.language.wording import RuleText, rules_of, word
from parlour.store import Hosting
from parlour.views import tell_person
from parlour.web.hosting import FeedLine, Settings
from parlour.web.pages.look import add_text
from parlour.web.pages.table.scene import Scene, box, button, choices, field, tick
from parlour.web.sheets import MOST_SUSPICION, Mark, Notes, read_notes, write_notes


class RoleCard:
    """The private card of a seat: its role, its texts, and its later private information."""

    def __init__(self, scene: Scene, player: Player) -> None:
        self._scene, self._player = scene, player
        self._parts = 0
        with box("header", f"card-head {scene.seat(player)}"):
            box("span", "face card-face", aria_hidden="true")
            with box("div"):
                add_text("h2", scene.say("you_are", name=player))
                add_text("p", scene.say("only_here"), "faded")
        self._none = add_text("p", scene.say("no_papers"), "faded")
        self._role = box("div", "card-role")
        self._facts = self._section("known")
        self._objectives = self._section("objectives")
        self._secrets = self._section("secrets")
        self._script = box("div", "card-part")

    @property
    def is_dealt(self) -> bool:
        return not self._none.visible

    def add(self, lines: Sequence[FeedLine]) -> None:
        for line in lines:
            self._add(line)

    def _add(self, line: FeedLine) -> None:
        kind = self._scene.event_kind(line)
        if not line.is_private or kind is None or kind.choice:
            return
        self._none.set_visibility(False)
        match line.kind:
            case event_kinds.ROLE | event_kinds.FELLOWS:
                with self._role:
                    add_text("p", self._one_fellow(line) or line.words, "card-words")
                    if aim := self._aim(line):
                        add_text("p", aim, "paper")
            case event_kinds.SECRET:
                self._put(self._secrets, line.text)
            case event_kinds.OBJECTIVE:
                self._put(self._objectives, line.text)
            case event_kinds.SCRIPT:
                self._put_script(line)
            case _:
                self._put(self._facts, line.words)

    def _one_fellow(self, line: FeedLine) -> str | None:
        is_one = line.kind == event_kinds.FELLOWS and len(line.chosen) == 1
        return self._scene.phrases.find(f"one_fellow_{line.role}", name=line.chosen[0]) if is_one else None

    def _aim(self, line: FeedLine) -> str | None:
        scene, phrases = self._scene, self._scene.phrases
        setup = scene.table.setup.game
        own = phrases.find(phrases.asking("aim", line.role or "", rules_of(setup)))
        is_role = line.kind == event_kinds.ROLE
        return own or (phrases.find(f"aim_{scene.game.roles.get(line.role or '')}") if is_role else None)

    def _put_script(self, line: FeedLine) -> None:
        self._parts += 1
        with self._script:
            add_text("h3", self._scene.say("act", number=self._parts))
            words = tell_person(self._scene.table.setup.game, line.text, self._player)
            add_text("p", words, "paper")

    def _section(self, title: str) -> ui.element:
        section = box("section", f"card-part is-{title}")
        with section:
            add_text("h3", self._scene.say(title))
        section.set_visibility(False)
        return section

    def _put(self, section: ui.element, words: str) -> None:
        section.set_visibility(True)
        with section:
            add_text("p", words, "paper")


class RulesPanel:
    """The rules of a table, word for word as agents read them, with its roles and its time limit."""

    def __init__(self, scene: Scene, on_guide: Callable[[], None]) -> None:
        self._scene, book = scene, scene.rulebook
        add_text("h2", scene.say("rules_of", game=scene.phrases.title))
        self._dealt()
        for words in book.opening:
            add_text("p", words, "paper")
        if book.rules:
            with box("ol", "rules"):
                for rule in book.rules:
                    _write_rule(rule)
        for words in book.closing:
            add_text("p", words, "paper")
        if scene.asks_about_story:
            add_text("p", scene.say("story_ahead"), "paper")
        self._time = add_text("p", "", "faded")
        button(scene.say("guide_open"), on_guide)

    def show(self, settings: Settings) -> None:
        """Shows the time limit."""
        key = "time_limit" if settings.seconds else "time_unlimited"
        self._time.text = self._scene.say(key, seconds=settings.seconds)

    def _dealt(self) -> None:
        scene = self._scene
        roles = {role: count for role, count in scene.table.setup.game.dealt_roles.items() if count}
        if roles:
            with box("ul", "dealt", aria_label=scene.say("dealt")):
                for role, count in roles.items():
                    label = word("counted_role", scene.language, count=count, role=scene.phrases.role(role))
                    add_text("li", label, "chip is-dealt")


def _write_rule(rule: RuleText) -> None:
    with box("li"):
        add_text("p", rule.words)
        if rule.points:
            with box("ul"):
                for point in rule.points:
                    add_text("li", point)


_NOTE_TYPING = 0.5


class Notebook:
    """The notebook of a seat: a scale and a field for each other player, and a general field."""

    def __init__(self, scene: Scene, player: Player, hosting: Hosting, on_change: Callable[[], None]) -> None:
        self._scene, self._player, self._hosting, self._on_change = scene, player, hosting, on_change
        self.notes = self._written()
        self._levels: dict[Player, TextElement] = {}
        add_text("p", scene.say("notes_scale"), "faded note-foot")
        for other in scene.players:
            if other != player:
                self._about(other)
        with box("section", "note"):
            label = add_text("label", scene.say("notes_all"), "note-name")
            area = field(self.notes.text, self._wrote, rows=3, seconds=_NOTE_TYPING, key=self._key("/"))
            label.props["for"] = area.html_id
        add_text("p", scene.say("notes_kept"), "faded note-foot")

    def _about(self, other: Player) -> None:
        scene, mark = self._scene, self.notes.marks.get(other, Mark())
        with box("section", f"note {scene.seat(other)}"):
            with box("div", "note-head"):
                box("span", "face note-face", aria_hidden="true")
                add_text("h2", other, "note-name")
                with box(
                    "div", "scale", role="group", aria_label=scene.say("suspicion_of", name=other)
                ) as group:
                    for level in range(MOST_SUSPICION + 1):
                        name = f"suspicion-{scene.seat(other)}"
                        is_ticked = level == mark.suspicion
                        title = scene.say(f"suspicion_{level}")
                        tick(str(level), level, group=name, is_one=True, is_ticked=is_ticked, title=title)
            self._levels[other] = add_text("p", scene.say(f"suspicion_{mark.suspicion}"), "faded note-level")
            label = scene.say("notes_about", name=other)
            on_typing, key = partial(self._wrote_about, other), self._key(other)
            field(mark.text, on_typing, rows=1, seconds=_NOTE_TYPING, key=key, aria_label=label)
        choices(group, partial(self._suspects, other))

    def _key(self, about: str) -> str:
        return f"{self._scene.table.match}/{self._player}/notes/{about}"

    def _suspects(self, other: Player, levels: tuple[int, ...]) -> None:
        level = max(0, min(MOST_SUSPICION, *levels)) if levels else 0
        self._keep(self._written().with_mark(other, suspicion=level))
        self._levels[other].text = self._scene.say(f"suspicion_{level}")
        self._on_change()

    def _wrote_about(self, other: Player, words: str) -> None:
        self._keep(self._written().with_mark(other, text=words))

    def _wrote(self, words: str) -> None:
        self._keep(self._written().model_copy(update={"text": words}))

    def _written(self) -> Notes:
        return read_notes(self._hosting, self._scene.table.match, self._player)

    def _keep(self, notes: Notes) -> None:
        self.notes = notes
        write_notes(self._hosting, self._scene.table.match, self._player, notes)


STEPS = ("card", "table", "rules", "notes")
"""The parts of the page that the steps explain."""
_YEAR = 365 * 24 * 60 * 60


def is_guided(cookies: Mapping[str, str], game: str) -> bool:
    """Tests whether the guide of a game was closed before, in this browser."""
    return _cookie(game) in cookies


class Guide:
    """A band over the table that explains the parts of the page, one at a time."""

    def __init__(self, scene: Scene, turn_to: Callable[[str], None], *, is_open: bool) -> None:
        self._scene, self._turn_to, self._at = scene, turn_to, 0
        with box("section", "guide", aria_label=scene.say("guide")) as self._frame:
            self._words = add_text("p", "", "guide-words", role="status")
            with box("div", "guide-steps"):
                self._count = add_text("span", "", "faded")
                self._next = button("", self._go_on, "is-main")
                button(scene.say("guide_leave"), self._leave)
        self._write()
        self._frame.set_visibility(is_open)

    def open(self) -> None:
        """Starts the guide at its first step."""
        self._frame.set_visibility(True)
        self._turn_to(STEPS[0])

    def follow(self, name: str) -> None:
        """Explains the part that the player has turned to."""
        self._at = STEPS.index(name)
        self._write()

    def _go_on(self) -> None:
        if self._at + 1 < len(STEPS):
            self._turn_to(STEPS[self._at + 1])
        else:
            self._leave()

    def _write(self) -> None:
        say = self._scene.say
        self._words.text = say(f"guide_{STEPS[self._at]}", game=self._scene.phrases.title)
        self._count.text = say("guide_at", step=self._at + 1, steps=len(STEPS))
        self._next.text = say("guide_next" if self._at + 1 < len(STEPS) else "guide_done")

    def _leave(self) -> None:
        self._frame.set_visibility(False)
        self._turn_to("table")
        cookie = f"{_cookie(self._scene.game.name)}=1; path=/seat; max-age={_YEAR}; samesite=lax"
        self._frame.client.run_javascript(f"document.cookie = {cookie!r}")


def _cookie(game: str) -> str:
    return f"guided-{quote(game, safe='')}"


FIRST_LOOK = "first look"


class FirstLook:
    """The record of a seat's first look at its card, which a telephone shows first."""

    def __init__(self, hosting: Hosting, match: str, player: Player, token: str) -> None:
        self._hosting, self._match, self._player = hosting, match, player
        self._token = json.dumps(token)
        self.is_taken = hosting.sheets(match, FIRST_LOOK).get(player) == self._token

    def take(self) -> None:
        """Records that the card was seen."""
        if not self.is_taken:
            self.is_taken = True
            self._hosting.put_sheet(self._match, self._player, FIRST_LOOK, self._token)
