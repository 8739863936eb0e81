"""Shows of the conversation only what concerns one person, or one victim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from parlour.core import Player
from parlour.web.hosting import FeedLine
from parlour.web.pages.table.nodes import box, button, text
from parlour.web.pages.table.scene import Scene


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Of which lines alone something is to be shown; of all where neither is given.

    Attributes:
        person: who speaks, is spoken to or is chosen.
        case: the victim that it is about.
    """

    person: Player | None = None
    case: str | None = None

    def shows(self, line: FeedLine) -> bool:
        """Whether the line concerns them."""
        people = (line.actor, line.to, *line.chosen)
        is_about = self.case is None or line.case == self.case or (line.case is None and not line.actor)
        return is_about and (self.person is None or self.person in people)


class FilterBar:
    """Says what alone is shown, and lets one of several victims be chosen.

    Args:
        scene: the table.
        on_pick: told what is to be shown.
    """

    def __init__(self, scene: Scene, on_pick: Callable[[Filter], None]) -> None:
        self._scene = scene
        with box("div", "filter") as self._frame:
            self._words = text("span", "")
            button(scene.say("show_all"), partial(on_pick, Filter()))
        self.show(Filter())
        if len(scene.victims) > 1:
            with box("div", "cases", role="group", aria_label=scene.say("filter")):
                text("span", scene.say("filter"), "faded")
                for victim in scene.victims:
                    button(victim, partial(on_pick, Filter(case=victim)), "is-case")

    def show(self, shown: Filter) -> None:
        """Says what is shown."""
        name = shown.person or shown.case
        self._words.text = self._scene.say("only_about", name=name) if name else ""
        self._frame.set_visibility(bool(name))
