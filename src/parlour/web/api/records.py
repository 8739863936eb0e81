"""Routes of a match's record, its model calls and its forks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from parlour.arena import RecordedCall
from parlour.core import Player
from parlour.llm import Feature, Part
from parlour.web.api.controls import AsHost, NewHolder
from parlour.web.api.entry import AtTable, Opened
from parlour.web.api.problems import problems
from parlour.web.export import record_json

records_router = APIRouter(prefix="/table", tags=["records"], responses=problems(401, 403, 404, 422, 503))
MOST_CALLS = 200


class _Shown(BaseModel):
    model_config = ConfigDict(frozen=True)


class PartView(_Shown):
    """A part of a prompt and its source."""

    text: str
    origin: str
    owner: Player | None
    events: tuple[int, ...]


class CallView(_Shown):
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


class Fork(BaseModel):
    """The step of a fork, and its new methods.

    Attributes:
        step: the first step that is played again.
        seats: the new methods of some seats from there on.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    step: int = Field(ge=0)
    seats: dict[Player, NewHolder] = {}


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
    wanted = [(n, call) for n, call in numbered if n > after and player in (None, call.key.player)]
    return tuple(_call(n, call) for n, call in wanted[:most])


@records_router.post("/fork", status_code=201)
async def fork(entry: AsHost, asked: Fork) -> Opened:
    """Opens a table whose match is this one up to a step and continues on its own."""
    changes = {player: (holder.method, holder.model) for player, holder in asked.seats.items()}
    table, passes = await entry.house.fork(entry.table.match, asked.step, changes)
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
