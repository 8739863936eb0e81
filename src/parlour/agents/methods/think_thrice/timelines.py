"""What a player remembers of a victim's hours, and the replies that it belongs in."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from parlour.agents import (
    AgentContext,
    Brief,
    BufferedContext,
    Observation,
    Recollection,
    Thought,
    Writer,
    attempt,
    together,
    within,
)
from parlour.agents.methods.think_thrice.steps import Steps
from parlour.errors import Unreadable
from parlour.games import Action, Event, Kind, Request


@dataclass(frozen=True, kw_only=True)
class Memory:
    """What was extracted about one case.

    Attributes:
        round: that it was extracted for.
        timelines: each one who, when, where and what.
    """

    round: int
    timelines: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Pending:
    """A reply that is being written.

    Attributes:
        needed: the timelines that it should hold.
        recollection: what its prompts share.
    """

    needed: Sequence[str]
    recollection: Recollection


@dataclass(frozen=True, kw_only=True)
class TimelineMemory:
    """Extracts timelines before a round, weighs them before a reply, and looks for them in it after.

    The paper extracts them in answering. What is extracted does not depend on the question, so that it is
    done once per victim and round here, for all cases at once; what is said within the round stands in the
    reply's own prompt. Where a game has no replies, a speech to all is what needs them.

    Attributes:
        perspective: what its player knows.
        writer: what writes a reply again.
    """

    perspective: Observation
    writer: Writer
    _memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    _pending: dict[str, Pending] = field(default_factory=dict[str, Pending])

    def notice(self, event: Event) -> None:
        """Minds nothing: what was said stands in the prompts."""

    async def consider(self, request: Request, desk: AgentContext) -> Brief | None:
        """Extracts before a round; brings to a reply what it needs."""
        match request.kind:
            case Kind.PREPARE:
                await self._extract_all(request, desk)
                return None
            case Kind.REPLY:
                return await self._weigh(request, await self._timelines(request, desk), desk)
            case Kind.SPEAK:
                await self._extract_all(request, desk)
                lines = [line for memory in self._memories.values() for line in memory.timelines]
                return await self._weigh(request, lines, desk)
            case _:
                return None

    async def revise(self, request: Request, draft: Action, desk: AgentContext) -> Action:
        """Has a reply that leaves out what it needs written again; a step that fails leaves it as it is."""
        pending = self._pending.pop(request.id, None)
        if pending is None:
            return draft
        shared = pending.recollection
        check = self._steps.missing(request, shared, pending.needed, draft.speech)
        missing = await self._lines("check", request.case, check, desk)
        if not missing:
            return draft
        task = self._steps.part("augment", request, draft=draft.speech, timelines=missing)
        again = await attempt(self.writer.draft(request, shared, task, purpose="augmented"))
        if isinstance(again, Unreadable):
            desk.fault("augmented", str(again))
            return draft
        _think(desk, "augmented", request.case, draft=draft.speech)
        return Action(chosen=draft.chosen, speech=within(request, again, desk))

    @property
    def _steps(self) -> Steps:
        return Steps(perspective=self.perspective)

    async def _extract_all(self, request: Request, desk: AgentContext) -> None:
        cases = [case.name for case in self.perspective.place.cases]
        notes = [BufferedContext(desk=desk) for _ in cases]
        await together([self._extract(request, *each) for each in zip(cases, notes, strict=True)])
        for note in notes:
            note.hand_in()

    async def _extract(self, request: Request, case: str, desk: AgentContext) -> None:
        timelines = await self._lines("timelines", case, self._steps.extract(request, case), desk)
        self._memories[case] = Memory(round=request.round, timelines=timelines)

    async def _timelines(self, request: Request, desk: AgentContext) -> Sequence[str]:
        case = request.case or ""
        if case not in self._memories or self._memories[case].round != request.round:
            await self._extract(request, case, desk)
        return self._memories[case].timelines

    async def _weigh(self, request: Request, timelines: Sequence[str], desk: AgentContext) -> Brief:
        shared, wanted = await self.writer.recall(request), list[str]()
        if timelines:
            step = self._steps.needed(request, shared, timelines)
            wanted = await self._lines("relevance", request.case, step, desk)
        if not wanted:
            return Brief(recollection=shared)
        self._pending[request.id] = Pending(needed=wanted, recollection=shared)
        return Brief(parts=(self._steps.part("needed", request, timelines=wanted),), recollection=shared)

    async def _lines(
        self, purpose: str, case: str | None, step: Awaitable[list[str]], desk: AgentContext
    ) -> list[str]:
        """What a step finds, on record; nothing where its reply is of no use."""
        found = await attempt(step)
        if isinstance(found, Unreadable):
            desk.fault(purpose, str(found))
            return []
        _think(desk, purpose, case, timelines=list(found))
        return found


def _think(desk: AgentContext, kind: str, case: str | None, **body: JsonValue) -> None:
    desk.think(Thought(kind=kind, case=case, body=body))
