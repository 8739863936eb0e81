"""What a player remembers of a victim's hours, and the replies that it belongs in."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from parlour.agents import (
    AgentContext,
    Brief,
    BufferedContext,
    Module,
    Observation,
    Recollection,
    Thought,
    Writer,
    attempt,
    together,
    within,
)
from parlour.core import Action, Request, request_kinds
from parlour.errors import Unreadable
from parlour.methods.think_thrice.steps import Steps


@dataclass(frozen=True, kw_only=True)
class CaseTimelines:
    """What was extracted about one case.

    Attributes:
        round: that it was extracted for.
        timelines: each one who, when, where and what.
    """

    round: int
    timelines: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PendingReply:
    """A reply that is being written.

    Attributes:
        needed: the timelines that it should hold.
        recollection: what its prompts share.
    """

    needed: Sequence[str]
    recollection: Recollection


@dataclass(frozen=True, kw_only=True)
class TimelineMemory(Module):
    """Extracts timelines before a round, weighs them before a reply, and looks for them in it after.

    The paper extracts them in answering. What is extracted does not depend on the question, so that it is
    done once per victim and round here, for all cases at once; what is said within the round stands in the
    reply's own prompt. Where a game has no replies, a speech to all is what needs them.

    Attributes:
        observation: what its player knows.
        writer: what writes a reply again.
    """

    observation: Observation
    writer: Writer
    _memories: dict[str, CaseTimelines] = field(default_factory=dict[str, CaseTimelines])
    _pending: dict[str, PendingReply] = field(default_factory=dict[str, PendingReply])

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Extracts before a round; brings to a reply what it needs."""
        match request.kind:
            case request_kinds.PREPARE:
                await self._extract_all(request, context)
                return None
            case request_kinds.REPLY:
                return await self._weigh(request, await self._timelines(request, context), context)
            case request_kinds.SPEAK:
                await self._extract_all(request, context)
                cases = self.observation.place.cases
                lines = [line for case in cases for line in self._memories[case.name].timelines]
                return await self._weigh(request, lines, context)
            case _:
                return None

    async def revise(self, request: Request, draft: Action, context: AgentContext) -> Action:
        """Has a reply that leaves out what it needs written again; a step that fails leaves it as it is."""
        pending = self._pending.pop(request.id, None)
        if pending is None:
            return draft
        shared = pending.recollection
        check = self._steps.missing(request, shared, pending.needed, draft.speech)
        missing = await self._lines("check", request.case, check, context)
        if not missing:
            return draft
        task = self._steps.part("augment", request, draft=draft.speech, timelines=missing)
        again = await attempt(self.writer.draft(request, shared, context, task, purpose="augmented"))
        if isinstance(again, Unreadable):
            context.fault("augmented", str(again))
            return draft
        _think(context, "augmented", request.case, draft=draft.speech)
        return Action(chosen=draft.chosen, speech=within(request, again, context))

    @property
    def _steps(self) -> Steps:
        return Steps(observation=self.observation)

    async def _extract_all(self, request: Request, context: AgentContext) -> None:
        cases = [case.name for case in self.observation.place.cases]
        notes = [BufferedContext(context=context) for _ in cases]
        await together([self._extract(request, *each) for each in zip(cases, notes, strict=True)])
        for note in notes:
            note.hand_in()

    async def _extract(self, request: Request, case: str, context: AgentContext) -> None:
        timelines = await self._lines("timelines", case, self._steps.extract(request, case), context)
        self._memories[case] = CaseTimelines(round=request.round, timelines=timelines)

    async def _timelines(self, request: Request, context: AgentContext) -> Sequence[str]:
        case = request.case or ""
        if case not in self._memories or self._memories[case].round != request.round:
            await self._extract(request, case, context)
        return self._memories[case].timelines

    async def _weigh(self, request: Request, timelines: Sequence[str], context: AgentContext) -> Brief:
        shared, wanted = await self.writer.recall(request), list[str]()
        if timelines:
            step = self._steps.needed(request, shared, timelines)
            wanted = await self._lines("relevance", request.case, step, context)
        if not wanted:
            return Brief(recollection=shared)
        self._pending[request.id] = PendingReply(needed=wanted, recollection=shared)
        return Brief(parts=(self._steps.part("needed", request, timelines=wanted),), recollection=shared)

    async def _lines(
        self, purpose: str, case: str | None, step: Awaitable[list[str]], context: AgentContext
    ) -> list[str]:
        """What a step finds, on record; nothing where its reply is of no use."""
        found = await attempt(step)
        if isinstance(found, Unreadable):
            context.fault(purpose, str(found))
            return []
        _think(context, purpose, case, timelines=list(found))
        return found


def _think(context: AgentContext, kind: str, case: str | None, **body: JsonValue) -> None:
    context.think(Thought(kind=kind, case=case, body=body))
