"""The page after a match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from nicegui import ui

from parlour.arena import HUMAN, Record
from parlour.language.wording import GamePhrases
from parlour.llm import Language
from parlour.views import Finale, Truth, finale, truth
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.insight import Knew, Visit, knew, readings, seat_costs, visit
from parlour.web.pages.after.again import PlayAgain
from parlour.web.pages.after.mattered import WithoutYou
from parlour.web.pages.after.phrases import PHRASES
from parlour.web.pages.after.proof import ProofPanel
from parlour.web.pages.after.survey import SurveyForm, show_surveys
from parlour.web.pages.after.verdict import show_beliefs, show_scores, show_truth
from parlour.web.pages.faces import face_css
from parlour.web.pages.god import CostTable, dress, said
from parlour.web.pages.look import LONGEST_BUILD, shell, style, visited
from parlour.web.survey import is_person, may_fill, surveys


def register(house: Callable[[], TableServer]) -> None:
    """Adds the page."""

    @ui.page("/after/{token}", response_timeout=LONGEST_BUILD)
    async def after(token: str) -> None:
        seen = visited(lambda: visit(house(), token))
        if seen is None:
            return
        dress()
        ui.add_css(style("after/after.css") + face_css(seen.match, seen.setup))
        language = seen.setup.language
        ending = await asyncio.to_thread(_read, seen) if seen.is_over else None
        with shell(PHRASES.say("title", language), language, is_heading=ending is None):
            if ending is None:
                said("p", PHRASES.say("not_over", language), "sheet")
            else:
                _show(house(), seen, ending, language)


@dataclass(frozen=True, kw_only=True)
class _Ending:
    """What takes a while to be read and worked out."""

    record: Record
    true: Truth
    finale: Finale | None
    knew: tuple[Knew, ...]


def _read(seen: Visit) -> _Ending:
    record = seen.record(with_calls=True)
    true = truth(record)
    return _Ending(
        record=record,
        true=true,
        finale=finale(record, seen.visibility.player),
        knew=tuple(knew(record, list(readings(seen.lines())), true)),
    )


def _show(house: TableServer, seen: Visit, ending: _Ending, language: Language) -> None:
    table = house.table(seen.match)
    said("h1", PHRASES.say("title", language))
    with ui.element("nav").classes("links"):
        ui.link(PHRASES.say("to_replay", language), f"/replay/{seen.token}")
        ui.link(PHRASES.say("take_page", language), f"/replay/{seen.token}/export.html")
        ui.link(PHRASES.say("take_record", language), f"/replay/{seen.token}/export.json")
    with ui.element("div").classes("after"):
        if ending.finale:
            with ui.element("section").classes("sheet"):
                ProofPanel(ending.finale, seen.setup.players, language)
        _show_truth(house, table, seen, ending, language)
        PlayAgain(house, table, seen, language)
        _show_survey(house, table, seen, language)
        _show_beliefs(ending, language)
        with ui.element("section").classes("sheet"):
            said("h2", PHRASES.say("scores", language))
            show_scores(ending.record, language)
        with ui.element("section").classes("sheet"):
            said("h2", PHRASES.say("costs", language))
            CostTable(seat_costs(ending.record), language)


def _show_truth(
    house: TableServer, table: LiveMatch, seen: Visit, ending: _Ending, language: Language
) -> None:
    """How it ended; where it could have been proved, also how it would have ended without whoever looks."""
    with ui.element("section").classes("sheet"):
        said("h2", PHRASES.say("truth", language))
        show_truth(ending.record, ending.true, language)
        if ending.finale and seen.visibility.player and is_person(seen.setup, seen.visibility.player):
            WithoutYou(house, table, seen.visibility.player, language)


def _show_beliefs(ending: _Ending, language: Language) -> None:
    with ui.element("section").classes("sheet"):
        said("h2", PHRASES.say("beliefs", language))
        said("p", PHRASES.say("beliefs_note", language), "faded")
        game = ending.record.setup.game.name
        show_beliefs(ending.knew, ending.true, GamePhrases(game, language), language)


def _show_survey(house: TableServer, table: LiveMatch, seen: Visit, language: Language) -> None:
    """The form for who played, the answers for the host; nothing for spectators."""
    player = seen.visibility.player
    if seen.is_host:
        if any(seat.holder.method == HUMAN for seat in seen.setup.seats):
            with ui.element("section").classes("sheet"):
                show_surveys(surveys(house.store, seen.match), language)
    elif player and may_fill(table, player):
        with ui.element("section").classes("sheet survey"):
            SurveyForm(seen, table, player, language)
