"""Sheets of paper: what somebody at a table writes down."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter

from parlour.arena import find_player
from parlour.core import Player
from parlour.evaluation import Survey
from parlour.web.api.entry import AtTable
from parlour.web.api.problems import problems
from parlour.web.notebook import Notes, read_notes, write_notes
from parlour.web.survey import put_survey, surveys

router = APIRouter(prefix="/table", tags=["notes"], responses=problems(401, 403, 404, 409, 422, 503))


@router.get("/notebook")
async def read_notebook(entry: AtTable) -> Notes:
    """The notebook of the seat; nobody else can read it."""
    return read_notes(entry.house.store.hosting, entry.table.match, entry.player)


@router.put("/notebook", status_code=204)
async def write_notebook(entry: AtTable, notebook: Notes) -> None:
    """Keeps the notebook of the seat, in place of what was there."""
    game = entry.table.setup.game
    marks = {find_player(name, game): mark for name, mark in notebook.marks.items()}
    named = notebook.model_copy(update={"marks": marks})
    write_notes(entry.house.store.hosting, entry.table.match, entry.player, named)


@router.put("/survey", status_code=204)
async def fill_survey(entry: AtTable, survey: Survey) -> None:
    """Keeps what a person who played thought of the agents; once the match is over."""
    put_survey(entry.house.store, entry.table, entry.player, survey)


@router.get("/survey")
async def read_surveys(entry: AtTable) -> Mapping[Player, Survey]:
    """The surveys of the match, by whose they are: the host reads all, a seat its own."""
    told = surveys(entry.house.store, entry.table.match)
    if entry.is_host:
        return told
    return {player: survey for player, survey in told.items() if player == entry.player}
