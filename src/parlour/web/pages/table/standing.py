"""How the table stands, where that is not simply that it is being played at."""

from __future__ import annotations

from parlour.web.hosting import OVER, Settings, Standing
from parlour.web.pages.table.nodes import box, text
from parlour.web.pages.table.scene import Scene


class Notice:
    """A band across the page that says why nothing happens; away while all is well.

    Args:
        scene: the table.
        token: what opened the page, for the link to what comes after the match.
    """

    def __init__(self, scene: Scene, token: str) -> None:
        self._scene, self._token = scene, token
        self._shown: tuple[Standing, str] | None = None
        self._frame = box("div", "notice", role="status")

    def show(self, settings: Settings) -> None:
        """Says how the table stands."""
        now = (settings.standing, settings.why)
        if now == self._shown:
            return
        self._shown = now
        self._frame.clear()
        with self._frame:
            self._say(settings)
        self._frame.set_visibility(settings.standing is not Standing.RUNNING or bool(settings.why))

    def _say(self, settings: Settings) -> None:
        if settings.standing is Standing.RUNNING:
            if settings.why:
                text("p", self._scene.say("trouble", why=settings.why))
            return
        text("p", self._scene.say(f"standing_{settings.standing}", why=settings.why))
        if settings.standing in OVER:
            text("a", self._scene.say("after"), "button is-main", href=f"/after/{self._token}")
