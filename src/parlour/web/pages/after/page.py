"""The page after a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import resources

from nicegui import ui

from parlour.arena import HUMAN, Record
from parlour.errors import NoEntry
from parlour.llm import Language
from parlour.web.hosting import House, Table
from parlour.web.insight import Visit, knew, readings, seat_costs, truth, visit
from parlour.web.pages.after.phrases import PHRASES
from parlour.web.pages.after.survey import SurveyForm, show_surveys
from parlour.web.pages.after.verdict import show_beliefs, show_scores, show_truth
from parlour.web.pages.god import CostTable, dress, said
from parlour.web.pages.look import shell
from parlour.web.survey import may_fill, surveys


def register(house: Callable[[], House]) -> None:
    """Adds the page."""

    @ui.page("/after/{token}")
    async def after(token: str) -> None:
        try:
            seen = visit(house(), token)
        except NoEntry as error:
            with shell("Parlour"):
                said("p", str(error), "sheet")
            return
        dress()
        ui.add_css((resources.files("parlour.web.pages.after") / "after.css").read_text(encoding="utf-8"))
        language = seen.setup.language
        record = await asyncio.to_thread(lambda: seen.record(with_calls=True)) if seen.is_over else None
        with shell(PHRASES.say("title", language), language):
            if record is None:
                said("p", PHRASES.say("not_over", language), "sheet")
            else:
                _show(house(), seen, record, language)


def _show(house: House, seen: Visit, record: Record, language: Language) -> None:
    table = house.table(seen.match)
    said("h1", PHRASES.say("title", language))
    with ui.element("nav").classes("links"):
        ui.link(PHRASES.say("to_replay", language), f"/replay/{seen.token}")
        ui.link(PHRASES.say("take_page", language), f"/replay/{seen.token}/export.html")
        ui.link(PHRASES.say("take_record", language), f"/replay/{seen.token}/export.json")
    with ui.element("div").classes("after"):
        _show_ending(seen, record, language)
        _show_survey(house, table, seen, language)
        with ui.element("section").classes("sheet"):
            said("h2", PHRASES.say("scores", language))
            show_scores(record, language)
        with ui.element("section").classes("sheet"):
            said("h2", PHRASES.say("costs", language))
            CostTable(seat_costs(record), language)


def _show_ending(seen: Visit, record: Record, language: Language) -> None:
    true = truth(record)
    with ui.element("section").classes("sheet"):
        said("h2", PHRASES.say("truth", language))
        show_truth(record, true, language)
    with ui.element("section").classes("sheet"):
        said("h2", PHRASES.say("beliefs", language))
        said("p", PHRASES.say("beliefs_note", language), "faded")
        show_beliefs(knew(record, list(readings(seen.lines())), true), true, seen.setup, language)


def _show_survey(house: House, table: Table, seen: Visit, language: Language) -> None:
    """The form for who played, the answers for the host; nothing for spectators."""
    player = seen.sight.player
    if seen.is_host:
        if any(seat.holder.method == HUMAN for seat in seen.setup.seats):
            with ui.element("section").classes("sheet"):
                show_surveys(surveys(house.store, seen.match), language)
    elif player and may_fill(table, player):
        with ui.element("section").classes("sheet survey"):
            SurveyForm(house, table, player, language)
