"""The rules on the page: word for word as agents are told them, with what is dealt and how long one has."""

from __future__ import annotations

from collections.abc import Callable

from parlour.language.wording import RuleText, word
from parlour.web.hosting import Settings
from parlour.web.pages.table.nodes import box, button, text
from parlour.web.pages.table.scene import Scene


class RulesPanel:
    """The rules of a table.

    Args:
        scene: the table.
        on_guide: opens the guide of a first game.
    """

    def __init__(self, scene: Scene, on_guide: Callable[[], None]) -> None:
        self._scene, book = scene, scene.rulebook
        text("h2", scene.say("rules_of", game=scene.phrases.title))
        self._dealt()
        for words in book.opening:
            text("p", words, "paper")
        if book.rules:
            with box("ol", "rules"):
                for rule in book.rules:
                    _write(rule)
        for words in book.closing:
            text("p", words, "paper")
        self._time = text("p", "", "faded")
        button(scene.say("guide_open"), on_guide)

    def show(self, settings: Settings) -> None:
        """Says for how long people are waited for."""
        key = "time_limit" if settings.seconds else "time_unlimited"
        self._time.text = self._scene.say(key, seconds=settings.seconds)

    def _dealt(self) -> None:
        """How many there are of each role, in a game of roles."""
        scene = self._scene
        roles = {role: count for role, count in scene.table.setup.game.dealt_roles.items() if count}
        if roles:
            with box("ul", "dealt", aria_label=scene.say("dealt")):
                for role, count in roles.items():
                    told = word("counted_role", scene.language, count=count, role=scene.role(role))
                    text("li", told, "chip is-dealt")


def _write(rule: RuleText) -> None:
    with box("li"):
        text("p", rule.words)
        if rule.points:
            with box("ul"):
                for point in rule.points:
                    text("li", point)
