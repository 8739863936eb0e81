"""Routes of a table: its view, requests, answers, hearing, notebook and surveys."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from parlour.arena import find_player, listener
from parlour.core import Action, FrozenModel, Player, Request, StrictModel
from parlour.evaluation import Survey
from parlour.language.hearing import GAP, as_confirmed
from parlour.language.wording import rules as told_rules
from parlour.web.api.problems import problems
from parlour.web.api.view import Admission, AtTable, TableView, table_view
from parlour.web.hosting import FeedLine, Form
from parlour.web.sheets import Notes, put_survey, read_notes, surveys, write_notes

MOST_CHARACTERS = 20_000
"""The limit of one speech: above every request's limit of words, so that the latter is reported."""
MOST_CHOSEN = 100


class Answer(StrictModel):
    """An answer to a form, as a program gives it.

    Attributes:
        request: the form's id.
        chosen: the chosen options; also written as people write them, such as `Player 1 and Player 3`.
        speech: the speech; without speech and choice the answer is a pass, if the form allows it.
    """

    request: str = Field(max_length=200, examples=["9f2c61d04b7ae853"])
    chosen: tuple[Annotated[str, Field(max_length=200)], ...] = Field(
        default=(), max_length=MOST_CHOSEN, examples=[["Tobias"]]
    )
    speech: str = Field(default="", max_length=MOST_CHARACTERS, examples=["Where were you at 7:00?"])


table_router = APIRouter(prefix="/table", tags=["table"], responses=problems(401, 403, 409, 422, 503))
After = Annotated[int, Query(ge=-1, description="The last number that was received; -1 for none.")]


class RulesView(FrozenModel):
    """The rules of a table."""

    rules: str


@table_router.get("")
async def look(entry: AtTable, after: After = -1) -> TableView:
    """Returns the table as visible to the holder of the token.

    With a seat's token this is that seat's knowledge; with the host's token, or once the match is over,
    it is everything.
    """
    return table_view(entry, after)


@table_router.get("/lines")
async def lines(entry: AtTable, after: After = -1) -> tuple[FeedLine, ...]:
    """Returns the lines after a number, in order.

    Numbers count the lines visible to the token. Lines revealed at the end of the match have the highest.
    """
    return entry.projection.lines(after)


@table_router.get("/rules")
async def rules(entry: AtTable) -> RulesView:
    """Returns the rules of this table in its language, word for word as agents read them."""
    return RulesView(rules=told_rules(entry.table.setup.game))


@table_router.get("/forms")
async def forms(entry: AtTable) -> tuple[Form, ...]:
    """Returns the open requests of the seat, each with the JSON schema of its answer."""
    return entry.table.forms(entry.player)


@table_router.post("/answers", status_code=204)
async def answer(entry: AtTable, seat_answer: Answer) -> None:
    """Answers a form.

    The same answer again, as after a broken connection, changes nothing. Another one, or one to a form that
    is not open any more, is refused with 409; one that the form does not allow with 422, and it stays open.
    """
    entry.table.remote_seat(entry.player).answer(
        seat_answer.request, Action(chosen=seat_answer.chosen, speech=seat_answer.speech)
    )


class OfferedView(FrozenModel):
    """One reading of an answer.

    Attributes:
        text: it, in a few words, as a person sees it.
        lit: whether it is said without a tap.
        speech: the speech to send for this reading alone.
    """

    text: str
    lit: bool
    speech: str


class HearingView(FrozenModel):
    """The reader's hearing of an answer.

    Attributes:
        offered: the readings, the surest first; none if no player at the table listens as the reader does.
        speech: the speech to send for the lit readings.
    """

    offered: tuple[OfferedView, ...] = ()
    speech: str = ""


@table_router.post("/hearing")
async def hear(entry: AtTable, seat_answer: Answer) -> HearingView:
    """Returns the reader's hearing of an answer to an open form, without giving the answer.

    Words are heard only as far as they are certain: what is lit. To have another reading heard, send its
    `speech` as the answer's. An invalid answer is refused as it would be when given.
    """
    return await hearing_view(entry, seat_answer)


async def hearing_view(entry: Admission, seat_answer: Answer) -> HearingView:
    """Returns the reader's hearing of an answer.

    Raises:
        ParlourError: if the answer would be refused.
    """
    remote_seat = entry.table.remote_seat(entry.player)
    open_request, action = remote_seat.read(
        seat_answer.request, Action(chosen=seat_answer.chosen, speech=seat_answer.speech)
    )
    request = open_request.request
    to = next(iter(action.chosen), None) if request.kind.addressed else request.partner
    return await asyncio.to_thread(_hearing, entry, action.speech.strip(), request, to)


def _hearing(entry: Admission, speech: str, request: Request, to: Player | None) -> HearingView:
    setup = entry.table.setup
    ears = listener(setup, entry.player)
    if ears is None or not speech:
        return HearingView(speech=speech)
    hearing = ears.hears(as_confirmed(speech, setup.language), request, to)
    chips = [chip for chip in hearing.chips if not any(map(GAP.search, chip.sentences))]
    offered = (OfferedView(text=chip.text, lit=chip.is_lit, speech=hearing.speech([chip])) for chip in chips)
    return HearingView(offered=tuple(offered), speech=hearing.speech(hearing.lit))


sheets_router = APIRouter(prefix="/table", tags=["notes"], responses=problems(401, 403, 404, 409, 422, 503))


@sheets_router.get("/notebook")
async def read_notebook(entry: AtTable) -> Notes:
    """Returns the notebook of the seat; only the seat can read it."""
    return read_notes(entry.server.store.hosting, entry.table.match, entry.player)


@sheets_router.put("/notebook", status_code=204)
async def write_notebook(entry: AtTable, notebook: Notes) -> None:
    """Replaces the notebook of the seat."""
    game = entry.table.setup.game
    marks = {find_player(name, game): mark for name, mark in notebook.marks.items()}
    named = notebook.model_copy(update={"marks": marks})
    write_notes(entry.server.store.hosting, entry.table.match, entry.player, named)


@sheets_router.put("/survey", status_code=204)
async def fill_survey(entry: AtTable, survey: Survey) -> None:
    """Stores a player's opinion of the agents, once the match is over."""
    put_survey(entry.server.store, entry.table, entry.player, survey)


@sheets_router.get("/survey")
async def read_surveys(entry: AtTable) -> Mapping[Player, Survey]:
    """Returns the surveys of the match by player: the host reads all, a seat its own."""
    player_surveys = surveys(entry.server.store, entry.table.match)
    if entry.is_host:
        return player_surveys
    return {player: survey for player, survey in player_surveys.items() if player == entry.player}
