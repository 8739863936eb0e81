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
from parlour.views import Finale, Truth, finale, truth
from parlour.web.hosting import FeedLine, LiveMatch, TableServer
from parlour.web.insight.readings import kind_of, readings
from parlour.web.insight.review import Knew, knew, seat_costs
from parlour.web.insight.thoughts import in_words
from parlour.web.insight.visit import Visit, visit
from parlour.web.pages.after.verdict import (
    PHRASES,
    ProofPanel,
    foldable,
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


def register(house: Callable[[], TableServer]) -> None:
    """Adds the page."""

    @ui.page("/after/{token}", response_timeout=LONGEST_BUILD)
    async def after(token: str) -> None:
        seen = enter_visit(lambda: visit(house(), token))
        if seen is None:
            return
        dress()
        ui.add_css(style("after/after.css") + face_css(seen.match, seen.setup))
        language = seen.setup.language
        ending = await asyncio.to_thread(_read, seen) if seen.is_over else None
        with shell(PHRASES.say("title", language), language, is_heading=ending is None):
            if ending is None:
                add_text("p", PHRASES.say("not_over", language), "sheet")
            else:
                _show(house(), seen, ending, language)


@dataclass(frozen=True, kw_only=True)
class _Ending:
    record: Record
    true: Truth
    reward: float | None
    finale: Finale | None
    knew: tuple[Knew, ...]
    secrets: tuple[FeedLine, ...]


def _read(seen: Visit) -> _Ending:
    record = seen.record(with_calls=True)
    true, kinds = truth(record), find_game(seen.setup.game.name).kinds.events
    return _Ending(
        record=record,
        true=true,
        reward=Sides.of(record).reward(player) if (player := seen.visibility.player) else None,
        finale=finale(record, seen.visibility.player),
        knew=tuple(knew(record, list(readings(seen.lines())), true)),
        secrets=tuple(line for line in seen.lines() if _is_secret_deed(kind_of(line, kinds))),
    )


def _is_secret_deed(kind: EventKind | None) -> bool:
    return kind is not None and kind.secret and not (kind.dealt or kind.utterance or kind.choice)


def _show(house: TableServer, seen: Visit, ending: _Ending, language: Language) -> None:
    table = house.table(seen.match)
    add_text("h1", PHRASES.say("title", language))
    with ui.element("nav").classes("links"):
        ui.link(PHRASES.say("to_replay", language), f"/replay/{seen.token}")
        ui.link(PHRASES.say("take_page", language), f"/replay/{seen.token}/export.html")
        ui.link(PHRASES.say("take_record", language), f"/replay/{seen.token}/export.json")
    with ui.element("div").classes("after"):
        player = seen.visibility.player
        with ui.element("section").classes("sheet"):
            show_outcome(ending.record, ending.true, player, ending.reward, language)
            show_own_votes((each for each in ending.knew if each.seat == player), ending.true, language)
        if ending.finale:
            with ui.element("section").classes("sheet"):
                ProofPanel(ending.finale, seen.setup.players, language)
        if player and is_person(seen.setup, player) and can_do_without(seen.setup, player):
            with ui.element("section").classes("sheet"):
                show_without(house, table, player, language)
        with ui.element("section").classes("sheet"):
            add_text("h2", PHRASES.say("truth", language))
            show_truth(ending.record, ending.true, language)
        if ending.secrets:
            with foldable(PHRASES.say("secrets", language)):
                for line in ending.secrets:
                    add_text("p", in_words(line, language), "secret")
        PlayAgain(house, table, seen, language)
        _show_survey(house, table, seen, language)
        with ui.element("section").classes("sheet"):
            add_text("h2", PHRASES.say("beliefs", language))
            add_text("p", PHRASES.say("beliefs_note", language), "faded")
            phrases = GamePhrases(seen.setup.game.name, language)
            show_beliefs(ending.knew, ending.true, phrases, language)
        with ui.element("section").classes("sheet"):
            add_text("h2", PHRASES.say("scores", language))
            show_scores(ending.record, language)
        with foldable(PHRASES.say("costs", language)):
            show_costs(seat_costs(ending.record), language)


def _show_survey(house: TableServer, table: LiveMatch, seen: Visit, language: Language) -> None:
    player = seen.visibility.player
    if seen.is_host:
        if any(seat.holder.method == HUMAN for seat in seen.setup.seats):
            with ui.element("section").classes("sheet"):
                show_surveys(surveys(house.store, seen.match), language)
    elif player and may_fill(table, player):
        is_filled = player in surveys(house.store, seen.match)
        with foldable(
            PHRASES.say("survey", language), "survey", is_open=is_filled or table.settings.is_study
        ):
            SurveyForm(seen, table, player, language)


SECONDS = 3.0
"""The seconds between two checks for an opened rematch."""


class PlayAgain:
    """The links that lead on from a finished match."""

    def __init__(self, house: TableServer, table: LiveMatch, seen: Visit, language: Language) -> None:
        self._house, self._table, self._seen = house, table, seen
        self._language: Language = language
        people = sum(seat.holder.method == HUMAN for seat in table.setup.seats)
        self._is_mine = bool(seen.is_host or seen.visibility.player)
        with ui.element("div").classes("again"):
            if self._is_mine and (may_ask(table, is_host=seen.is_host) or found_rematch(house, table.match)):
                key = "again" if people < 2 else "rematch"
                self._button = ui.button(PHRASES.say(key, language), on_click=self._open, color=None)
                self._button.classes("button is-main")
            ui.link(PHRASES.say("to_lobby", language), "/").classes("button")
        self._told = add_text("p", "", role="status")
        if self._is_mine and people > 1:
            self._look()
            ui.timer(SECONDS, self._look)

    def _look(self) -> None:
        if not self._told.text and found_rematch(self._house, self._table.match):
            self._told.text = PHRASES.say("rematch_open", self._language)

    async def _open(self) -> None:
        seen = self._seen
        is_host = seen.is_host or is_host_by(self._house, self._table.match, await own_tokens())
        try:
            seen.check_pass()
            new = await rematch(self._house, self._table, is_host=is_host)
            place = place_at(self._house, self._table, new, seen.visibility.player)
        except ParlourError as error:
            self._told.text = str(error)
            return
        address = f"/{place.kind}/{place.token}"
        if is_host:
            await keep_and_go(place_at(self._house, self._table, new, None).token, address)
        else:
            ui.navigate.to(address)


_MARKS = range(BEST, WORST - 1, -1)


class SurveyForm:
    """The survey of one person, filled with the previous answers."""

    def __init__(self, seen: Visit, table: LiveMatch, player: Player, language: Language) -> None:
        self._seen, self._table, self._player = seen, table, player
        self._say = partial(PHRASES.say, language=language)
        known = surveys(seen.house.store, table.match).get(player)
        add_text("p", self._say("survey_note"), "faded")
        self._marks: dict[str, ui.radio] = {}
        for scale in SCALES:
            self._scale(scale, known.marks[scale] if known else None)
        self._remark = ui.textarea(self._say("remark"), value=known.remark if known else "")
        self._remark.props("autogrow maxlength=2000").classes("remark")
        ui.button(self._say("change" if known else "send"), on_click=self._send)
        self._told = add_text("p", "")
        self._told.props["aria-live"] = "polite"

    def _scale(self, scale: str, known: int | None) -> None:
        with ui.element("fieldset").classes("scale"):
            add_text("legend", self._say(scale))
            add_text("p", self._say(f"{scale}_asks"), "faded")
            options = {mark: f"{mark} – {self._say(f'{scale}_{mark}')}" for mark in _MARKS}
            self._marks[scale] = ui.radio(options, value=known)
            self._marks[scale].props["aria-label"] = self._say(scale)

    def _send(self) -> None:
        told = {scale: mark.value for scale, mark in self._marks.items()}
        missing = [self._say(scale) for scale, value in told.items() if value is None]
        if missing:
            self._answer(self._say("missing", scales=self._say("listing").join(missing)), is_wrong=True)
            return
        try:
            self._seen.check_pass()
            survey = Survey.model_validate({**told, "remark": self._remark.value or ""})
            put_survey(self._seen.house.store, self._table, self._player, survey)
        except (ValidationError, ParlourError) as error:
            self._answer(str(error), is_wrong=True)
            return
        self._answer(self._say("thanks"), is_wrong=False)

    def _answer(self, sentence: str, *, is_wrong: bool) -> None:
        self._told.text = sentence
        self._told.classes(replace="wine" if is_wrong else "")


def show_surveys(told: Mapping[Player, Survey], language: Language) -> None:
    """Shows all answers; for the host."""
    add_text("h2", PHRASES.say("surveys", language))
    if not told:
        add_text("p", PHRASES.say("no_surveys", language), "faded")
        return
    heads = [PHRASES.say(key, language) for key in ("player", *SCALES, "mean", "remark")]
    rows = [
        (
            player,
            *((str(mark), "number") for mark in survey.marks.values()),
            (f"{survey.overall:.2f}", "number"),
            survey.remark,
        )
        for player, survey in told.items()
    ]
    show_table(PHRASES.say("surveys", language), heads, rows)
