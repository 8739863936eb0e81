"""The guide of a first game: one step for each part of the page, left whenever one likes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import quote

from parlour.web.pages.table.nodes import box, button, text
from parlour.web.pages.table.scene import Scene

STEPS = ("card", "table", "rules", "notes")
"""What the steps are about, each a part of the page that it turns to."""
_YEAR = 365 * 24 * 60 * 60


def is_guided(cookies: Mapping[str, str], game: str) -> bool:
    """Whether somebody has left the guide of that game before, in this browser."""
    return _cookie(game) in cookies


class Guide:
    """A band over the table that says what stands where.

    Args:
        scene: the table.
        turn_to: shows a part of the page.
        is_open: whether it begins by itself.
    """

    def __init__(self, scene: Scene, turn_to: Callable[[str], None], *, is_open: bool) -> None:
        self._scene, self._turn_to, self._at = scene, turn_to, 0
        with box("section", "guide", aria_label=scene.say("guide")) as self._frame:
            self._words = text("p", "", "guide-words", role="status")
            with box("div", "guide-steps"):
                self._count = text("span", "", "faded")
                self._next = button("", self._go_on, "is-main")
                button(scene.say("guide_leave"), self._leave)
        self._write()
        self._frame.set_visibility(is_open)

    def open(self) -> None:
        """Begins again at the first step."""
        self._frame.set_visibility(True)
        self._step(0)

    def _go_on(self) -> None:
        if self._at + 1 < len(STEPS):
            self._step(self._at + 1)
        else:
            self._leave()

    def _step(self, at: int) -> None:
        self._at = at
        self._turn_to(STEPS[at])
        self._write()

    def _write(self) -> None:
        say = self._scene.say
        self._words.text = say(f"guide_{STEPS[self._at]}", game=self._scene.phrases.title)
        self._count.text = say("guide_at", step=self._at + 1, steps=len(STEPS))
        self._next.text = say("guide_next" if self._at + 1 < len(STEPS) else "guide_done")

    def _leave(self) -> None:
        """Closes it, for this game and in this browser for good, unless it is asked for again."""
        self._frame.set_visibility(False)
        self._turn_to("table")
        cookie = f"{_cookie(self._scene.game.name)}=1; path=/seat; max-age={_YEAR}; samesite=lax"
        self._frame.client.run_javascript(f"document.cookie = {cookie!r}")


def _cookie(game: str) -> str:
    return f"guided-{quote(game, safe='')}"
