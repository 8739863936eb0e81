"""The notebook on the page: a scale and a field for everybody else, and a field for all the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from parlour.core import Player
from parlour.store import Hosting
from parlour.web.notebook import MOST_SUSPICION, Mark, Notes, read_notes, write_notes
from parlour.web.pages.table.nodes import box, choices, field, text, tick
from parlour.web.pages.table.scene import Scene

_TYPING = 0.5


class Notebook:
    """The notebook of a seat.

    Args:
        scene: the table.
        player: whose it is.
        hosting: where it is kept.
        on_change: told when a suspicion has changed.
    """

    def __init__(self, scene: Scene, player: Player, hosting: Hosting, on_change: Callable[[], None]) -> None:
        self._scene, self._player, self._hosting, self._on_change = scene, player, hosting, on_change
        self.notes = self._written()
        text("p", scene.say("notes_scale"), "faded note-foot")
        for other in scene.players:
            if other != player:
                self._about(other)
        with box("section", "note"):
            label = text("label", scene.say("notes_all"), "note-name")
            area = field(self.notes.text, self._wrote, rows=3, seconds=_TYPING, key=self._key("/"))
            label.props["for"] = area.html_id
        text("p", scene.say("notes_kept"), "faded note-foot")

    def _about(self, other: Player) -> None:
        scene, mark = self._scene, self.notes.marks.get(other, Mark())
        with box("section", f"note {scene.seat(other)}"):
            with box("div", "note-head"):
                box("span", "face note-face", aria_hidden="true")
                text("h2", other, "note-name")
                with box(
                    "div", "scale", role="group", aria_label=scene.say("suspicion_of", name=other)
                ) as group:
                    for level in range(MOST_SUSPICION + 1):
                        name = f"suspicion-{scene.seat(other)}"
                        tick(str(level), level, group=name, is_one=True, is_ticked=level == mark.suspicion)
            label = scene.say("notes_about", name=other)
            heard, key = partial(self._wrote_about, other), self._key(other)
            field(mark.text, heard, rows=1, seconds=_TYPING, key=key, aria_label=label)
        choices(group, partial(self._suspects, other))

    def _key(self, about: str) -> str:
        """By which the browser keeps what is typed about somebody, or about everything else."""
        return f"{self._scene.table.match}/{self._player}/notes/{about}"

    def _suspects(self, other: Player, levels: tuple[int, ...]) -> None:
        level = max(0, min(MOST_SUSPICION, *levels)) if levels else 0
        self._keep(self._written().marked(other, suspicion=level))
        self._on_change()

    def _wrote_about(self, other: Player, words: str) -> None:
        self._keep(self._written().marked(other, text=words))

    def _wrote(self, words: str) -> None:
        self._keep(self._written().model_copy(update={"text": words}))

    def _written(self) -> Notes:
        """What stands in it now: another window of the seat may have written there."""
        return read_notes(self._hosting, self._scene.table.match, self._player)

    def _keep(self, notes: Notes) -> None:
        self.notes = notes
        write_notes(self._hosting, self._scene.table.match, self._player, notes)
