"""One decision of a fork that is set from outside, whatever the mind in the seat decided.

The mind thinks and decides as it would, and what it decided is put aside: what led to the decision stays as
it was, and everybody, its own later self included, meets what was done instead. That is a recorded reply, as
what a person types is, so that the fork replays.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from parlour.agents import Agent, AgentContext, attempt
from parlour.arena.record import RecordedCall
from parlour.core import Action, Event, Request
from parlour.errors import Unreadable
from parlour.llm import NOTHING, CallKey, CallLog, Completion

OVERRULED = "overruled"
"""The purpose under which it stands among the calls."""


class _Instead(BaseModel):
    """What is done."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    chosen: tuple[str, ...] = ()
    speech: str = ""


def overruling(request: Request, action: Action) -> RecordedCall:
    """What a fork is given so that an action is played on a request.

    Raises:
        IllegalAction: if the request does not allow it.
    """
    request.check(action)
    told = _Instead(chosen=action.chosen, speech=action.speech)
    return RecordedCall(
        key=_key(request),
        system=(),
        user=(),
        repairs=(),
        completion=Completion(text=told.model_dump_json(), usage=NOTHING),
    )


@dataclass(frozen=True, kw_only=True)
class OverruledAgent:
    """An agent of a fork, whose decision gives way to the one that was set, where one was.

    Attributes:
        agent: the mind in the seat.
        log: where what is done instead would be.
    """

    agent: Agent
    log: CallLog

    async def observe(self, event: Event) -> None:
        """Lets the agent see an event."""
        await self.agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """The agent's answer, or what is done instead.

        Raises:
            Unreadable: if nothing was set and the agent's model gave nothing that could be read.
        """
        decided = await attempt(self.agent.act(request, context))
        if found := self.log.find(_key(request)):
            told = _Instead.model_validate_json(found.text)
            return Action(chosen=told.chosen, speech=told.speech)
        if isinstance(decided, Unreadable):
            raise decided
        return decided


def _key(request: Request) -> CallKey:
    return CallKey(
        player=request.player,
        request=request.id,
        purpose=OVERRULED,
        digest=hashlib.sha256(repr(request).encode()).hexdigest()[:32],
        occurrence=0,
    )
