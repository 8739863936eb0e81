"""The private card: who I am, what I was dealt, and what I alone have learned since."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from parlour.core import Player, event_kinds
from parlour.language.wording import rules_of
from parlour.web.hosting import FeedLine
from parlour.web.pages.table.nodes import box, text
from parlour.web.pages.table.scene import Scene


class RoleCard:
    """The card of a seat.

    Args:
        scene: the table.
        player: whose card it is.
    """

    def __init__(self, scene: Scene, player: Player) -> None:
        self._scene, self._player = scene, player
        self._parts = 0
        with box("header", f"card-head {scene.seat(player)}"):
            box("span", "face card-face", aria_hidden="true")
            with box("div"):
                text("h2", scene.say("you_are", name=player))
                text("p", scene.say("only_here"), "faded")
        self._none = text("p", scene.say("no_papers"), "faded")
        self._role = box("div", "card-role")
        self._known = self._section("known")
        self._objectives = self._section("objectives")
        self._secrets = self._section("secrets")
        self._script = box("div", "card-part")

    @property
    def is_dealt(self) -> bool:
        """Whether anything stands on it yet."""
        return not self._none.visible

    def add(self, lines: Sequence[FeedLine]) -> None:
        """Takes in what concerns this seat alone."""
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
                    text("p", line.words, "card-words")
                    if aim := self._aim(line):
                        text("p", aim, "paper")
            case event_kinds.SECRET:
                self._put(self._secrets, line.text)
            case event_kinds.OBJECTIVE:
                self._put(self._objectives, line.text)
            case event_kinds.SCRIPT:
                self._put_script(line)
            case _:
                self._put(self._known, line.words)

    def _aim(self, line: FeedLine) -> str | None:
        """How a role wins, where the game has words for it and the card itself does not say it."""
        scene, phrases = self._scene, self._scene.phrases
        return phrases.find(phrases.asking("aim", line.role or "", rules_of(scene.table.setup.game)))

    def _put_script(self, line: FeedLine) -> None:
        self._parts += 1
        with self._script:
            text("h3", self._scene.say("act", number=self._parts))
            text("p", line.text, "paper")

    def _section(self, title: str) -> ui.element:
        section = box("section", f"card-part is-{title}")
        with section:
            text("h3", self._scene.say(title))
        section.set_visibility(False)
        return section

    def _put(self, section: ui.element, words: str) -> None:
        section.set_visibility(True)
        with section:
            text("p", words, "paper")
