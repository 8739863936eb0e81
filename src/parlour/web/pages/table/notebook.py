"""A notebook: how much I suspect whom, and why, in my own words; kept with the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pydantic import BaseModel, ConfigDict, Field

from parlour.games import Player
from parlour.store import Hosting
from parlour.web.pages.table.nodes import box, choices, field, text, tick
from parlour.web.pages.table.scene import Scene

KIND = "notebook"
MOST_SUSPICION = 5
_TYPING = 0.5


class Mark(BaseModel):
    """What somebody thinks of another.

    Attributes:
        suspicion: 0 for none, 5 for as good as proved.
        text: why.
    """

    model_config = ConfigDict(frozen=True)
    suspicion: int = Field(default=0, ge=0, le=MOST_SUSPICION)
    text: str = ""


class Notes(BaseModel):
    """Everything in a notebook.

    Attributes:
        marks: by whom they are about.
        text: about everything else.
    """

    model_config = ConfigDict(frozen=True)
    marks: Mapping[Player, Mark] = {}
    text: str = ""

    def marked(self, player: Player, **changes: object) -> Notes:
        """The same with another mark."""
        mark = self.marks.get(player, Mark()).model_copy(update=changes)
        return self.model_copy(update={"marks": {**self.marks, player: mark}})

    @property
    def suspicions(self) -> Mapping[Player, int]:
        """How much everybody is suspected."""
        return {player: mark.suspicion for player, mark in self.marks.items()}


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
        kept = hosting.sheets(scene.table.match, KIND).get(player)
        self.notes = Notes.model_validate_json(kept) if kept else Notes()
        for other in scene.players:
            if other != player:
                self._about(other)
        with box("section", "note"):
            label = text("label", scene.say("notes_all"), "note-name")
            area = field(self.notes.text, self._wrote, rows=3, seconds=_TYPING)
            label.props["for"] = area.html_id
        text("p", scene.say("notes_kept"), "faded note-foot")

    def _about(self, other: Player) -> None:
        scene, mark = self._scene, self.notes.marks.get(other, Mark())
        with box("section", f"note {scene.seat(other)}"):
            with box("div", "note-head"):
                box("span", "face note-face", aria_hidden="true")
                text("h3", other, "note-name")
                with box(
                    "div", "scale", role="group", aria_label=scene.say("suspicion_of", name=other)
                ) as group:
                    for level in range(MOST_SUSPICION + 1):
                        name = f"suspicion-{scene.seat(other)}"
                        tick(str(level), level, group=name, is_one=True, is_ticked=level == mark.suspicion)
            label = scene.say("notes_about", name=other)
            field(mark.text, partial(self._wrote_about, other), rows=1, seconds=_TYPING, aria_label=label)
        choices(group, partial(self._suspects, other))

    def _suspects(self, other: Player, levels: tuple[int, ...]) -> None:
        level = max(0, min(MOST_SUSPICION, *levels)) if levels else 0
        self._keep(self.notes.marked(other, suspicion=level))
        self._on_change()

    def _wrote_about(self, other: Player, words: str) -> None:
        self._keep(self.notes.marked(other, text=words))

    def _wrote(self, words: str) -> None:
        self._keep(self.notes.model_copy(update={"text": words}))

    def _keep(self, notes: Notes) -> None:
        self.notes = notes
        self._hosting.put_sheet(self._scene.table.match, self._player, KIND, notes.model_dump_json())
