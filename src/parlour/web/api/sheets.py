"""Sheets of paper: what somebody at a table writes down."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from parlour.games import Player
from parlour.web.api.entry import AtTable
from parlour.web.api.problems import problems

router = APIRouter(prefix="/table", tags=["notes"], responses=problems(401, 403, 422, 503))
NOTEBOOK = "notebook"
MOST_CHARACTERS = 50_000


class Notebook(BaseModel):
    """What a player writes down for itself.

    Attributes:
        text: anything.
        marks: a word or a sign for some of the players.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    text: str = Field(default="", max_length=MOST_CHARACTERS)
    marks: dict[Player, str] = {}


@router.get("/notebook")
async def read_notebook(entry: AtTable) -> Notebook:
    """The notebook of the seat; nobody else can read it."""
    sheets = entry.house.store.hosting.sheets(entry.table.match, NOTEBOOK)
    json = sheets.get(entry.player)
    return Notebook.model_validate_json(json) if json else Notebook()


@router.put("/notebook", status_code=204)
async def write_notebook(entry: AtTable, notebook: Notebook) -> None:
    """Keeps the notebook of the seat, in place of what was there."""
    json = notebook.model_dump_json()
    entry.house.store.hosting.put_sheet(entry.table.match, entry.player, NOTEBOOK, json)
