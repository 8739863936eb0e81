"""Everything that a person is asked just now; what is answered goes away by itself."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from parlour.web.hosting import Form
from parlour.web.pages.table.asked import Asked, Ways
from parlour.web.pages.table.nodes import box
from parlour.web.pages.table.scene import Scene


class Composer:
    """The cards of all open requests of one seat.

    Args:
        scene: the table.
        ways: what becomes of answers.
    """

    def __init__(self, scene: Scene, ways: Ways) -> None:
        self._scene, self._ways = scene, ways
        self._cards: dict[tuple[str, float | None], Asked] = {}
        self._frame = box("div", "composer")
        self._clock = ui.timer(1.0, self._tick, active=False)

    def show(self, forms: Sequence[Form]) -> None:
        """Opens what is asked and closes what is not any more."""
        open_now = {(form.id, form.deadline): form for form in forms}
        for gone in self._cards.keys() - open_now.keys():
            self._cards.pop(gone).frame.delete()
        self._ways.drafts.keep_only([form.id for form in forms])
        for key, form in open_now.items():
            if key not in self._cards:
                with self._frame:
                    self._cards[key] = Asked(self._scene, form, self._ways)
        self._clock.active = any(form.deadline for form in forms)
        self._frame.set_visibility(bool(forms))

    def _tick(self) -> None:
        for card in self._cards.values():
            card.tick()
