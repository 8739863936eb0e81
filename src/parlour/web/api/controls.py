"""Routes that open a table and control it as its host."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response
from pydantic import Field

from parlour.agents import METHODS
from parlour.arena import RecordedCall
from parlour.core import FrozenModel, Player, StrictModel
from parlour.llm import Feature, Part
from parlour.web.api.problems import problems
from parlour.web.api.view import AccessTokenView, Admission, AtTable, InServer, Opened, StandingView, standing
from parlour.web.export import record_json
from parlour.web.hosting import MOST_SECONDS
from parlour.web.table_request import Preview, TableAsked

opening_router = APIRouter(prefix="/tables", tags=["tables"], responses=problems(422, 503))


@opening_router.post("", status_code=201)
async def open_table(server: InServer, request: TableAsked) -> Opened:
    """Opens a table, which waits until its host starts it.

    What is left out is as usual: an empty body is the usual game, which agents alone play. Where one field
    cannot be as it is, the answer names it.
    """
    table, passes = server.open(await server.create_setup(request.setup), seconds=request.seconds)
    return Opened.of(table, passes)


@opening_router.post("/preview")
async def preview(request: TableAsked) -> Preview:
    """Returns the public information on a table before it is opened; nothing is stored.

    The seed that comes back, sent along, opens this table and no other.
    """
    return request.preview()


async def _as_host(entry: AtTable) -> Admission:
    entry.require_host()
    return entry


AsHost = Annotated[Admission, Depends(_as_host)]
controls_router = APIRouter(prefix="/table", tags=["host"], responses=problems(401, 403, 404, 409, 422, 503))


class Pace(StrictModel):
    """The time limit of people and programs for each request."""

    seconds: int | None = Field(ge=5, le=MOST_SECONDS, description="Null for as long as they like.")


class NewHolder(StrictModel):
    """The new method of a seat.

    Attributes:
        method: with its options, or `human` or `remote`.
        model: what it thinks with; empty for the server's usual one.
    """

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
    ticket = await entry.server.hand_over(entry.table.match, player, holder.method, holder.model)
    return AccessTokenView.of(ticket) if ticket else None


@controls_router.get("/passes")
async def passes(entry: AsHost) -> tuple[AccessTokenView, ...]:
    """Returns every access token of the table."""
    return tuple(AccessTokenView.of(ticket) for ticket in entry.server.passes(entry.table.match))


records_router = APIRouter(prefix="/table", tags=["records"], responses=problems(401, 403, 404, 422, 503))
MOST_CALLS = 200


class PartView(FrozenModel):
    """A part of a prompt and its source."""

    text: str
    origin: str
    owner: Player | None
    events: tuple[int, ...]


class CallView(FrozenModel):
    """One model call, with its prompt and its reply.

    Attributes:
        n: its position among the match's calls.
        player: the seat of the call; `@` and the model for a call shared by several.
        request: the game's request behind it.
        purpose: its purpose.
        system: the parts of the system message.
        user: the parts of the user message.
        repairs: earlier attempts at the same reply, with the feedback on each.
        reply: the reply of the model.
        thoughts: the model's reasoning before the reply.
        is_cut: whether the reply ended at its token limit.
        is_repaired: whether it was readable only after repairs.
        input_tokens: the tokens of the prompt.
        cached_tokens: those of them that the provider had cached.
        output_tokens: the tokens of the reply and its reasoning.
        thought_tokens: those of them for reasoning.
        dollars: its price, if known.
        seconds: its duration.
        attempts: the number of times it was sent.
        is_estimated: whether tokens are our own estimate, since the server reported none.
        room: the tokens reserved for reasoning beside the answer.
        without: the features that the call could use and the server does not support.
    """

    n: int
    player: str
    request: str
    purpose: str
    system: tuple[PartView, ...]
    user: tuple[PartView, ...]
    repairs: tuple[tuple[str, str], ...]
    reply: str
    thoughts: str
    is_cut: bool
    is_repaired: bool
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    thought_tokens: int
    dollars: float | None
    seconds: float
    attempts: int
    is_estimated: bool
    room: int
    without: tuple[Feature, ...]


class Fork(StrictModel):
    """The step of a fork, and its new methods.

    Attributes:
        step: the first step that is played again.
        seats: the new methods of some seats from there on.
    """

    step: int = Field(ge=0)
    seats: Mapping[Player, NewHolder] = {}


@records_router.get(
    "/record", responses={200: {"content": {"application/json": {"schema": {"type": "object"}}}}}
)
async def record(entry: AtTable) -> Response:
    """Returns the whole record, as exports have it: setup, events, actions, thoughts, faults and calls."""
    entry.require_god()
    return Response(record_json(entry.table.record()), media_type="application/json")


@records_router.get("/calls")
async def calls(
    entry: AtTable,
    after: Annotated[int, Query(ge=-1, description="The last `n` that was received.")] = -1,
    most: Annotated[int, Query(ge=1, le=MOST_CALLS, description="How many to return.")] = 50,
    player: Annotated[str | None, Query(max_length=200, description="Only this seat's.")] = None,
) -> tuple[CallView, ...]:
    """Returns the model calls with prompt, reply and cost, in order."""
    entry.require_god()
    numbered = enumerate(entry.table.record().calls)
    selection = [(n, call) for n, call in numbered if n > after and player in (None, call.key.player)]
    return tuple(_call(n, call) for n, call in selection[:most])


@records_router.post("/fork", status_code=201)
async def fork(entry: AsHost, request: Fork) -> Opened:
    """Opens a table whose match is this one up to a step and continues on its own."""
    changes = {player: (holder.method, holder.model) for player, holder in request.seats.items()}
    table, passes = await entry.server.fork(entry.table.match, request.step, changes)
    return Opened.of(table, passes)


def _call(n: int, call: RecordedCall) -> CallView:
    usage = call.completion.usage
    return CallView(
        n=n,
        player=call.key.player,
        request=call.key.request,
        purpose=call.key.purpose,
        system=tuple(map(_part, call.system)),
        user=tuple(map(_part, call.user)),
        repairs=call.repairs,
        reply=call.completion.text,
        thoughts=call.completion.thoughts,
        is_cut=call.completion.is_cut,
        is_repaired=call.completion.is_repaired,
        **vars(usage),
    )


def _part(part: Part) -> PartView:
    source = part.source
    return PartView(text=part.text, origin=source.origin, owner=source.owner, events=source.events)
