"""A table over HTTP: what is seen of it, and answers to what it asks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict

from parlour.core import Action
from parlour.language.wording import rules as told_rules
from parlour.web.api.answer import Answer
from parlour.web.api.entry import AtTable
from parlour.web.api.problems import problems
from parlour.web.api.view import TableView, table_view
from parlour.web.hosting import FeedLine, Form

router = APIRouter(prefix="/table", tags=["table"], responses=problems(401, 403, 409, 422, 503))
After = Annotated[int, Query(ge=-1, description="The last number that was received; -1 for none.")]


class RulesView(BaseModel):
    """What is played, and how."""

    model_config = ConfigDict(frozen=True)
    rules: str


@router.get("")
async def look(entry: AtTable, after: After = -1) -> TableView:
    """The table as the holder of the pass may see it.

    With the pass of a seat this is that seat's knowledge; with that of the host, or once the match is over,
    it is everything.
    """
    return table_view(entry, after)


@router.get("/lines")
async def lines(entry: AtTable, after: After = -1) -> tuple[FeedLine, ...]:
    """What happened after a number, in order.

    Numbers count the lines that the pass shows. What the end of the match reveals has the highest ones.
    """
    return entry.projection.lines(after)


@router.get("/rules")
async def rules(entry: AtTable) -> RulesView:
    """The rules of the game as this table plays it, in its language: what every agent there is told."""
    return RulesView(rules=told_rules(entry.table.setup.game))


@router.get("/forms")
async def forms(entry: AtTable) -> tuple[Form, ...]:
    """What the seat is asked now, each with the JSON schema of its answer."""
    return entry.table.forms(entry.player)


@router.post("/answers", status_code=204)
async def answer(entry: AtTable, given: Answer) -> None:
    """Answers a form.

    The same answer again, as after a broken connection, changes nothing. Another one, or one to a form that
    is not open any more, is refused with 409; one that the form does not allow with 422, and it stays open.
    """
    entry.table.remote_seat(entry.player).answer(
        given.request, Action(chosen=given.chosen, speech=given.speech)
    )
