"""What one waits for, below the conversation: the own words that were sent, and who has not decided yet."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.arena import Act
from parlour.core import Player
from parlour.language.wording import word
from parlour.web.hosting import Standing
from parlour.web.pages.table.nodes import box, text
from parlour.web.pages.table.scene import Scene


class Awaited:
    """Shows what was sent until it happens, and for whom the table waits.

    Args:
        scene: the table.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._shown: tuple[Act, ...] = ()
        self._sent = box("div", "sent")
        self._waits = text("p", "", "faded waits")

    def show(self, given: Sequence[Act], awaited: Sequence[Player], *, is_asked: bool) -> None:
        """Draws both anew.

        Args:
            given: what whoever looks has answered in this step.
            awaited: who is seen to be thinking.
            is_asked: whether whoever looks is asked for something, and so is who is waited for.
        """
        if tuple(given) != self._shown:
            self._shown = tuple(given)
            self._sent.clear()
            with self._sent:
                for act in given:
                    self._draw(act)
        self._waits.text = "" if is_asked else self._waiting(awaited)

    def _draw(self, act: Act) -> None:
        scene = self._scene
        chosen = scene.say("sent_choice", choice=scene.names(act.chosen)) if act.chosen else ""
        with box("article", f"said is-mine is-sent {scene.seat(act.player)}"):
            box("span", "face said-face", aria_hidden="true")
            with box("div", "said-bubble"):
                if chosen:
                    text("p", chosen, "said-head")
                text("p", act.speech or ("" if chosen else scene.say("sent_pass")), "said-words")
                text("p", scene.say("sent"), "faded sent-note")

    def _waiting(self, awaited: Sequence[Player]) -> str:
        table, scene = self._scene.table, self._scene
        if table.settings.standing is not Standing.RUNNING:
            return ""
        if names := dict.fromkeys(awaited):
            return scene.say("waits_for", names=word("comma", scene.language).join(names))
        return scene.say("waits_in_secret") if self._shown else ""
