"""The first page: what can be played, and what has been."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from parlour.web.hosting import House
from parlour.web.pages.look import shell


def register(house: Callable[[], House]) -> None:
    """Adds the page."""

    @ui.page("/")
    def lobby() -> None:
        with shell("Parlour"):
            for match in house().store.matches()[:20]:
                ui.label(f"{match.match} {match.title or match.game}")
