"""The page after a match, with its survey and the way to a rematch."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from nicegui import ui
from pydantic import ValidationError

from parlour.arena import HUMAN, Record
from parlour.core import EventKind, Player, find_game
from parlour.errors import ParlourError
from parlour.evaluation import BEST, SCALES, WORST, Sides, Survey
from parlour.language.wording import GamePhrases
from parlour.library.playing import can_do_without
from parlour.llm import Language
from parlour.views import Finale, Truth, explained_deaths, finale, truth
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.insight.readings import kind_of, readings
from parlour.web.insight.review import Knew, knew, seat_costs
from parlour.web.insight.visit import Visit, visit
from parlour.web.pages.after.verdict import (
    PHRASES,
    ProofPanel,
    foldable,
    seeks,
    show_beliefs,
    show_outcome,
    show_own_votes,
    show_scores,
    show_truth,
    show_without,
)
from parlour.web.pages.god import dress, show_costs, show_table
from parlour.web.pages.look import LONGEST_BUILD, add_text, enter_visit, keep_and_go, own_tokens, shell, style
from parlour.web.pages.portraits import face_css
from parlour.web.sheets import (
    found_rematch,
    is_host_by,
    is_person,
    may_ask,
    may_fill,
    place_at,
    put_survey,
    rematch,
    surveys,
)


def register(server: Callable[[], TableServer]) -> None:
    """Adds the page."""

    @ui.page("/after/{token}", response_timeout=LONGEST_BUILD)
    async def after(token: str) -> None:
        page_visit = enter_visit(lambda: visit(server(), token))
        if page_visit is None:
            return
        dress()
        ui.add_css(style("after/after.css") + face_css(page_visit.setup))
        language = page_visit.setup.language
        ending = await asyncio.to_thread(_read, page_visit) if page_visit.is_over else None
        with shell(PHRASES.say("title", language), language, is_heading=ending is None):
            if ending is None:
                add_text("p", PHRASES.say("not_over", language), "sheet")
            else:
                _show(server(), page_visit, ending, language)


@dataclass(frozen=True, kw_only=True)
class _Ending:
    record: Record
    true: Truth
    sides: Sides | None
    finale: Finale | None
    knew: tuple[Knew, ...]
    secrets: tuple[str, ...]


def _read(visit: Visit) -> _Ending:
    record = visit.record(with_calls=True)
    true, kinds = truth(record), find_game(visit.setup.game.name).kinds.events
    return _Ending(
        record=record,
        true=true,
        sides=Sides.of(record) if visit.visibility.player else None,
        finale=finale(record, visit.visibility.player),
        knew=tuple(knew(record, list(readings(visit.lines())), true)),
        secrets=(
            *dict.fromkeys(line.words for line in visit.lines() if _is_secret_deed(kind_of(line, kinds))),
            *explained_deaths(record),
        ),
    )


def _is_secret_deed(kind: EventKind | None) -> bool:
    return kind is not None and kind.secret and not (kind.dealt or kind.utterance or kind.choice)


def _show(server: TableServer, visit: Visit, ending: _Ending, language: Language) -> None:
    table = server.table(visit.match)
    add_text("h1", PHRASES.say("title", language))
    phrases = GamePhrases(visit.setup.game.name, language)
    with ui.element("div").classes("after"):
        player = visit.visibility.player
        with ui.element("section").classes("sheet"):
            show_outcome(ending.record, ending.true, player, ending.sides, language)
            if ending.sides and player and seeks(ending.sides, player):
                own_beliefs = (seat_beliefs for seat_beliefs in ending.knew if seat_beliefs.seat == player)
                show_own_votes(own_beliefs, ending.true, phrases, language)
        if ending.finale:
            with ui.element("section").classes("sheet"):
                ProofPanel(ending.finale, visit.setup.players, language)
        if player and is_person(visit.setup, player) and can_do_without(visit.setup, player):
            with ui.element("section").classes("sheet"):
                show_without(server, table, player, language)
        with ui.element("section").classes("sheet"):
            add_text("h2", PHRASES.say("truth", language))
            show_truth(ending.record, ending.true, language)
        if ending.secrets:
            with foldable(PHRASES.say("secrets", language)):
                for words in ending.secrets:
                    add_text("p", words, "secret")
        PlayAgain(server, table, visit, language)
        with ui.element("nav").classes("links"):
            ui.link(PHRASES.say("to_replay", language), f"/replay/{visit.token}")
            ui.link(PHRASES.say("take_page", language), f"/replay/{visit.token}/export.html")
            ui.link(PHRASES.say("take_record", language), f"/replay/{visit.token}/export.json")
        _show_survey(server, table, visit, language)
        with ui.element("section").classes("sheet"):
            add_text("h2", PHRASES.say("beliefs", language))
            add_text("p", PHRASES.say("beliefs_note", language), "faded")
            show_beliefs(ending.knew, ending.true, phrases, language)
        with ui.element("section").classes("sheet"):
            add_text("h2", PHRASES.say("scores", language))
            show_scores(ending.record, language)
        with foldable(PHRASES.say("costs", language)):
            show_costs(seat_costs(ending.record), language)


def _show_survey(server: TableServer, table: LiveMatch, visit: Visit, language: Language) -> None:
    player = visit.visibility.player
    if visit.is_host:
        if any(seat.holder.method == HUMAN for seat in visit.setup.seats):
            with ui.element("section").classes("sheet"):
                show_surveys(surveys(server.store, visit.match), scale_words(table), language)
    elif player and may_fill(table, player):
        is_filled = player in surveys(server.store, visit.match)
        with foldable(
            PHRASES.say("survey", language), "survey", is_open=is_filled or table.settings.is_study
        ):
            SurveyForm(visit, table, player, language)


SECONDS = 3.0
"""The seconds between two checks for an opened rematch."""


class PlayAgain:
    """The links that lead on from a finished match."""

    def __init__(self, server: TableServer, table: LiveMatch, visit: Visit, language: Language) -> None:
        self._server, self._table, self._visit = server, table, visit
        self._language: Language = language
        people = sum(seat.holder.method == HUMAN for seat in table.setup.seats)
        self._is_mine = bool(visit.is_host or visit.visibility.player)
        with ui.element("div").classes("again"):
            if self._is_mine and (
                may_ask(table, is_host=visit.is_host) or found_rematch(server, table.match)
            ):
                key = "again" if people < 2 else "rematch"
                self._button = ui.button(PHRASES.say(key, language), on_click=self._open, color=None)
                self._button.classes("button is-main")
            ui.link(PHRASES.say("to_lobby", language), "/").classes("button")
        self._status = add_text("p", "", role="status")
        if self._is_mine and people > 1:
            self._look()
            ui.timer(SECONDS, self._look)

    def _look(self) -> None:
        if not self._status.text and found_rematch(self._server, self._table.match):
            self._status.text = PHRASES.say("rematch_open", self._language)

    async def _open(self) -> None:
        visit = self._visit
        is_host = visit.is_host or is_host_by(self._server, self._table.match, await own_tokens())
        try:
            visit.check_pass()
            new = await rematch(self._server, self._table, is_host=is_host)
            place = place_at(self._server, self._table, new, visit.visibility.player)
        except ParlourError as error:
            self._status.text = str(error)
            return
        address = f"/{place.kind}/{place.token}"
        if is_host:
            await keep_and_go(place_at(self._server, self._table, new, None).token, address)
        else:
            ui.navigate.to(address)


_MARKS = range(BEST, WORST - 1, -1)


_WITHOUT_STORY: Mapping[str, str] = {"story_advancement": "reasoning", "role_immersion": "playing_the_role"}


def scale_words(table: LiveMatch) -> Mapping[str, str]:
    """Returns the key of each scale's words: as published, or for play without a story, outside studies."""
    as_published = table.settings.is_study or table.setup.game.story
    return {scale: scale if as_published else _WITHOUT_STORY.get(scale, scale) for scale in SCALES}


class SurveyForm:
    """The survey of one person, filled with the previous answers."""

    def __init__(self, visit: Visit, table: LiveMatch, player: Player, language: Language) -> None:
        self._visit, self._table, self._player = visit, table, player
        self._say = partial(PHRASES.say, language=language)
        survey = surveys(visit.server.store, table.match).get(player)
        add_text("p", self._say("survey_note"), "faded")
        self._marks: dict[str, ui.radio] = {}
        self._words = scale_words(table)
        for scale in SCALES:
            self._scale(scale, survey.marks[scale] if survey else None)
        self._remark = ui.textarea(self._say("remark"), value=survey.remark if survey else "")
        self._remark.props("autogrow maxlength=2000").classes("remark")
        ui.button(self._say("change" if survey else "send"), on_click=self._send)
        self._status = add_text("p", "")
        self._status.props["aria-live"] = "polite"

    def _scale(self, scale: str, previous: int | None) -> None:
        key = self._words[scale]
        with ui.element("fieldset").classes("scale"):
            add_text("legend", self._say(key))
            add_text("p", self._say(f"{key}_asks"), "faded")
            options = {mark: f"{mark} – {self._say(f'{key}_{mark}')}" for mark in _MARKS}
            self._marks[scale] = ui.radio(options, value=previous)
            self._marks[scale].props["aria-label"] = self._say(key)

    def _send(self) -> None:
        marks = {scale: mark.value for scale, mark in self._marks.items()}
        missing = [self._say(self._words[scale]) for scale, value in marks.items() if value is None]
        if missing:
            self._answer(self._say("missing", scales=self._say("listing").join(missing)), is_wrong=True)
            return
        try:
            self._visit.check_pass()
            survey = Survey.model_validate({**marks, "remark": self._remark.value or ""})
            put_survey(self._visit.server.store, self._table, self._player, survey)
        except (ValidationError, ParlourError) as error:
            self._answer(str(error), is_wrong=True)
            return
        self._answer(self._say("thanks"), is_wrong=False)

    def _answer(self, sentence: str, *, is_wrong: bool) -> None:
        self._status.text = sentence
        self._status.classes(replace="wine" if is_wrong else "")


def show_surveys(
    player_surveys: Mapping[Player, Survey], words: Mapping[str, str], language: Language
) -> None:
    """Shows all answers; for the host."""
    add_text("h2", PHRASES.say("surveys", language))
    if not player_surveys:
        add_text("p", PHRASES.say("no_surveys", language), "faded")
        return
    heads = [PHRASES.say(key, language) for key in ("player", *words.values(), "mean", "remark")]
    rows = [
        (
            player,
            *((str(mark), "number") for mark in survey.marks.values()),
            (f"{survey.overall:.2f}", "number"),
            survey.remark,
        )
        for player, survey in player_surveys.items()
    ]
    show_table(PHRASES.say("surveys", language), heads, rows)
