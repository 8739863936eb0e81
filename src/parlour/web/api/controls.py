"""Routes that open a table and control it as its host."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field

from parlour.agents import METHODS
from parlour.core import Player
from parlour.web.api.entry import AccessTokenView, Admission, AtTable, InHouse, Opened
from parlour.web.api.problems import problems
from parlour.web.api.view import StandingView, standing
from parlour.web.hosting import MOST_SECONDS
from parlour.web.table_request import Preview, TableAsked

opening_router = APIRouter(prefix="/tables", tags=["tables"], responses=problems(422, 503))


@opening_router.post("", status_code=201)
async def open_table(house: InHouse, asked: TableAsked) -> Opened:
    """Opens a table, which waits until its host starts it.

    What is left out is as usual: an empty body is the usual game, which agents alone play. Where one field
    cannot be as it is, the answer names it.
    """
    table, passes = house.open(await house.create_setup(asked.setup), seconds=asked.seconds)
    return Opened.of(table, passes)


@opening_router.post("/preview")
async def preview(asked: TableAsked) -> Preview:
    """Returns the public information on a table before it is opened; nothing is stored.

    The seed that comes back, sent along, opens this table and no other.
    """
    return asked.preview()


async def _as_host(entry: AtTable) -> Admission:
    entry.require_host()
    return entry


AsHost = Annotated[Admission, Depends(_as_host)]
controls_router = APIRouter(prefix="/table", tags=["host"], responses=problems(401, 403, 404, 409, 422, 503))


class Pace(BaseModel):
    """The time limit of people and programs for each request."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    seconds: int | None = Field(ge=5, le=MOST_SECONDS, description="Null for as long as they like.")


class NewHolder(BaseModel):
    """The new method of a seat.

    Attributes:
        method: with its options, or `human` or `remote`.
        model: what it thinks with; empty for the server's usual one.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    method: str = Field(max_length=200, examples=[METHODS.default, "human", "remote"])
    model: str = Field(default="", max_length=200)


@controls_router.post("/start")
async def start(entry: AsHost) -> StandingView:
    """Starts the match, or resumes it after a pause or a trouble."""
    entry.table.start()
    return standing(entry)


@controls_router.post("/resume")
async def resume(entry: AsHost) -> StandingView:
    """Resumes the match after a pause; the same as `start`."""
    entry.table.start()
    return standing(entry)


@controls_router.post("/pause")
async def pause(entry: AsHost) -> StandingView:
    """Pauses the match until the host resumes it; given answers are kept."""
    await entry.table.pause()
    return standing(entry)


@controls_router.post("/end")
async def end(entry: AsHost) -> StandingView:
    """Ends the match for good, before its end."""
    await entry.table.end()
    return standing(entry)


@controls_router.put("/seconds")
async def set_pace(entry: AsHost, pace: Pace) -> StandingView:
    """Sets the time limit of people and programs for each request, from the next one on."""
    entry.table.set_seconds(pace.seconds)
    return standing(entry)


@controls_router.put("/seats/{player}")
async def hand_over(entry: AsHost, player: Player, holder: NewHolder) -> AccessTokenView | None:
    """Replaces the method of a seat; the previous access token of the seat opens nothing more.

    Returns the seat's new pass where a person or a program is to play it, else null.
    """
    given = await entry.house.hand_over(entry.table.match, player, holder.method, holder.model)
    return AccessTokenView.of(given) if given else None


@controls_router.get("/passes")
async def passes(entry: AsHost) -> tuple[AccessTokenView, ...]:
    """Returns every access token of the table."""
    return tuple(AccessTokenView.of(each) for each in entry.house.passes(entry.table.match))
