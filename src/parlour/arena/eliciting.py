"""A seat that is asked at each vote what it holds of the others, outside the game.

The agent decides first, as it would anyhow; then its own model is asked once more, with the prompt that it
was sent for the vote. Nothing of that reaches the agent, no draw is made for it, and what comes of it is a
thought: the match is the same with and without.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.agents import (
    Agent,
    AgentContext,
    NoticingAgent,
    SeatContext,
    asked_about,
    attempt,
    elicit,
    is_noticing,
)
from parlour.core import Action, Event, Player, Request, request_kinds
from parlour.errors import Unreadable
from parlour.llm import Backend, Call, Completion, OnChunk, Prompt


@dataclass(frozen=True, kw_only=True)
class OverheardBackend:
    """A backend that remembers what a seat last sent on each vote.

    Attributes:
        prompts: by request, the prompt that decides on it, or else the last one that was sent for it.
    """

    inner: Backend
    player: Player
    prompts: dict[str, Prompt] = field(default_factory=dict[str, Prompt])

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def context(self) -> int:
        return self.inner.context

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        prompt = call.prompt
        if prompt.player == self.player:
            known = self.prompts.get(prompt.request)
            if known is None or _decides(prompt) or not _decides(known):
                self.prompts[prompt.request] = prompt
        return await self.inner.complete(call, on_chunk)


@dataclass(frozen=True, kw_only=True)
class ElicitedAgent:
    """An agent whose seat says at each vote what it holds of the others.

    Attributes:
        overheard: what it sends; None where it thinks with no model.
    """

    agent: Agent
    place: SeatContext
    overheard: OverheardBackend | None
    _asked: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])

    async def observe(self, event: Event) -> None:
        await self.agent.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        """The agent's answer; on the first vote of a round on a case, what it holds goes on record too."""
        decided = await attempt(self.agent.act(request, context))
        vote = (request.round, request.case or "")
        has_others = bool(asked_about(self.place, request))
        if request.kind is request_kinds.VOTE and vote not in self._asked and has_others:
            self._asked.add(vote)
            prompt = self.overheard.prompts.get(request.id) if self.overheard else None
            held = await elicit(self.place, request, prompt)
            context.think(held.thought(vote[1]))
        if isinstance(decided, Unreadable):
            raise decided
        return decided


@dataclass(frozen=True, kw_only=True)
class ElicitedNoticer(ElicitedAgent):
    """The same of an agent that takes in events without waiting."""

    agent: NoticingAgent

    def notice(self, event: Event) -> None:
        self.agent.notice(event)


def elicited_agent(agent: Agent, place: SeatContext, overheard: OverheardBackend | None) -> Agent:
    """An agent whose seat is asked, which notices without waiting if the agent does."""
    if is_noticing(agent):
        return ElicitedNoticer(agent=agent, place=place, overheard=overheard)
    return ElicitedAgent(agent=agent, place=place, overheard=overheard)


def _decides(prompt: Prompt) -> bool:
    return prompt.purpose.startswith(request_kinds.VOTE.name)
