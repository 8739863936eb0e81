"""How the table stands, where that is not simply that it is being played at."""

from __future__ import annotations

from parlour.core import Player
from parlour.evaluation import Sides
from parlour.store import AccessToken
from parlour.web.hosting import OVER, Settings, Standing
from parlour.web.pages.table.nodes import box, text
from parlour.web.pages.table.scene import Scene


class Notice:
    """A band across the page that says why nothing happens; away while all is well.

    Args:
        scene: the table.
        ticket: what opened the page. What exactly is wrong is told to the host alone: it names models.
    """

    def __init__(self, scene: Scene, ticket: AccessToken) -> None:
        self._scene, self._ticket = scene, ticket
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

    def tell_outcome(self, sides: Sides, player: Player) -> None:
        """Says whether somebody's side has won; nothing where it cannot be told."""
        reward, cases = sides.reward(player), sum(map(sides.is_scored, sides.cases))
        if reward is None:
            return
        key = "won_all" if reward == 1 else "won_some" if reward else "won_none"
        told = self._scene.say(key, won=round(reward * cases), cases=cases)
        with self._frame:
            text("p", told, f"notice-outcome is-{key.partition('_')[2]}").move(target_index=0)

    def _say(self, settings: Settings) -> None:
        is_running = settings.standing is Standing.RUNNING
        text("p", self._scene.say("trouble" if is_running else f"standing_{settings.standing}"))
        if settings.why and self._ticket.kind == "host":
            text("p", settings.why)
        if settings.standing in OVER:
            text("a", self._scene.say("after"), "button is-main", href=f"/after/{self._ticket.token}")
