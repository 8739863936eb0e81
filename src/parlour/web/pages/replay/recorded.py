"""A recorded game as it went: who was what, who voted for whom, and what its watcher foretold."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from parlour.web.insight import RecordedView, RecordedWords, SeatReading, ToldTable, Visit
from parlour.web.pages.god import data_table, said


class RecordedPanel:
    """What is known of the game that a match follows.

    Args:
        seen: the match; somebody looks who may see everything.
        view: the game.
        between: what is known of the watcher between its stops.
    """

    def __init__(self, seen: Visit, view: RecordedView, between: Sequence[SeatReading]) -> None:
        words = RecordedWords(view, seen.setup.game)
        for line in words.lines():
            said("p", line)
        _show(words.seats())
        if foretold := words.foretold():
            _show(foretold)
        for note in words.notes(between):
            said("p", note, "faded")


def _show(table: ToldTable) -> None:
    with data_table(table.caption, table.heads):
        for first, *rest in table.rows:
            with ui.element("tr"):
                said("th", first.text, scope="row")
                for cell in rest:
                    said("td", cell.text, "right" if cell.is_right else "")
