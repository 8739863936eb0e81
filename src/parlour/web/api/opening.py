"""Opening a table."""

from __future__ import annotations

from fastapi import APIRouter

from parlour.web.api.access_tokens import Opened
from parlour.web.api.entry import InHouse
from parlour.web.api.problems import problems
from parlour.web.asked import TableAsked
from parlour.web.preview import Preview

router = APIRouter(prefix="/tables", tags=["tables"], responses=problems(422, 503))


@router.post("", status_code=201)
async def open_table(house: InHouse, asked: TableAsked) -> Opened:
    """Opens a table, which waits until its host starts it.

    What is left out is as usual: an empty body is a mystery that six agents play. Where one field cannot be
    as it is, the answer names it.
    """
    table, passes = house.open(await house.laid(asked.setup), seconds=asked.seconds)
    return Opened.of(table, passes)


@router.post("/preview")
async def preview(asked: TableAsked) -> Preview:
    """What everybody may know of such a table before it is opened; nothing is kept.

    The seed that comes back, sent along, opens this table and no other.
    """
    return asked.preview()
