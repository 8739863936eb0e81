"""What went wrong outside the rules."""

from __future__ import annotations

from datetime import UTC, datetime

from nicegui import ui

from parlour.web.hosting import LiveMatch, Trouble
from parlour.web.pages.host.phrases import PHRASES
from parlour.web.pages.look import said


class Troubles:
    """The list of troubles, the newest first.

    Args:
        table: whose.
    """

    def __init__(self, table: LiveMatch) -> None:
        self._table = table
        self._shown: tuple[Trouble, ...] | None = None
        with ui.element("section").classes("sheet"):
            said("h2", PHRASES.say("troubles", table.setup.language))
            self._list = ui.element("div")

    def look(self) -> None:
        """Shows those that there are now."""
        troubles = self._table.settings.troubles
        if troubles == self._shown:
            return
        self._shown = troubles
        self._list.clear()
        with self._list:
            if not troubles:
                said("p", PHRASES.say("no_troubles", self._table.setup.language), "faded")
            for trouble in reversed(troubles):
                at = datetime.fromtimestamp(trouble.at, UTC)
                said("p", f"{at:%H:%M:%S} UTC · {trouble.sentence}", "small")
