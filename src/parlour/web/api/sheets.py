"""Sheets of paper: what somebody at a table writes down."""

from __future__ import annotations

from fastapi import APIRouter

from parlour.web.api.entry import AtTable
from parlour.web.api.problems import problems
from parlour.web.notebook import Notes, read_notes, write_notes

router = APIRouter(prefix="/table", tags=["notes"], responses=problems(401, 403, 422, 503))


@router.get("/notebook")
async def read_notebook(entry: AtTable) -> Notes:
    """The notebook of the seat; nobody else can read it."""
    return read_notes(entry.house.store.hosting, entry.table.match, entry.player)


@router.put("/notebook", status_code=204)
async def write_notebook(entry: AtTable, notebook: Notes) -> None:
    """Keeps the notebook of the seat, in place of what was there."""
    write_notes(entry.house.store.hosting, entry.table.match, entry.player, notebook)
