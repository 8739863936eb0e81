"""The ThinkThrice baseline: timelines that a reply needs (Zhu et al. 2024, C.3; Zhu et al. 2025, 4.3)."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, JsonValue, create_model

from parlour.agents import (
    Agent,
    AgentContext,
    Assembly,
    Brief,
    BufferedContext,
    Module,
    Observation,
    Paper,
    Preset,
    Recollection,
    SeatContext,
    Thought,
    Writer,
    attempt,
    read_options,
    together,
    within,
)
from parlour.agents.modules import AskOptions
from parlour.core import Action, Request, request_kinds
from parlour.errors import Unreadable
from parlour.language.wording import MethodTemplates
from parlour.llm import FieldPurpose, Part, with_purposes
from parlour.reader import Blank, SeatReader, yes_no

MOST = 6
"""The most timelines extracted; the paper sets no number."""

_TEMPLATES = MethodTemplates("parlour.methods.think_thrice")


@dataclass(frozen=True, kw_only=True)
class Timelines(FieldPurpose):
    """Sentences on a victim's last hours, the most telling first."""

    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> list[str]:
        """Returns at most as many as the field takes."""
        return reader.timelines(self.case)[: blank.most]


@dataclass(frozen=True, kw_only=True)
class Needed(FieldPurpose):
    """The need of a timeline, by its number in the prompt, for an answer: yes or no."""

    number: int

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Yes or no."""
        return yes_no(reader.is_needed(self.number))


@dataclass(frozen=True, kw_only=True)
class ToldTimeline(FieldPurpose):
    """The presence of a timeline, by its number in the prompt, in the prompt's answer: yes or no."""

    number: int

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """Yes or no."""
        return yes_no(reader.is_told(self.number))


class Extracted(BaseModel):
    """A reply with timelines: persons, places, times and events."""

    timelines: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MOST)]


class Verdicts(BaseModel):
    """A reply with a yes or no on each of some timelines, by number from 1."""

    def holds(self, number: int) -> bool:
        """Returns True if it says yes to that timeline."""
        return getattr(self, _field(number)) == "yes"


@lru_cache(maxsize=64)
def timeline_form(case: str) -> type[Extracted]:
    """Returns the form of a reply with the timelines of a victim."""
    return with_purposes(Extracted, timelines=Timelines(case=case))


@lru_cache(maxsize=64)
def verdicts(want: type[Needed] | type[ToldTimeline], count: int) -> type[Verdicts]:
    """Returns the form of a reply on some timelines; each is a field, so that none can be left out."""
    numbers = range(1, count + 1)
    fields: dict[str, Any] = {
        _field(number): (Annotated[Literal["yes", "no"], want(number=number)], ...) for number in numbers
    }
    return create_model("Verdicts", __base__=Verdicts, **fields)


def _field(number: int) -> str:
    return f"timeline_{number}"


@dataclass(frozen=True, kw_only=True)
class TimelineMemory(Module):
    """Extracts timelines before a round, weighs them before a reply, and looks for them in it after.

    The paper extracts them in answering. What is extracted does not depend on the question, so that it is
    done once per victim and round here, for all cases at once; what is said within the round stands in the
    reply's own prompt. Where a game has no replies, a speech to all is what needs them.
    """

    observation: Observation
    writer: Writer
    _memories: dict[str, tuple[int, Sequence[str]]] = field(
        default_factory=dict[str, tuple[int, Sequence[str]]]
    )
    """By case: the round of the extraction, and its timelines."""
    _pending: dict[str, tuple[Sequence[str], Recollection]] = field(
        default_factory=dict[str, tuple[Sequence[str], Recollection]]
    )
    """By request: the needed timelines of a reply that is being written, and what its prompts begin with."""

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Extracts timelines before a round; returns the needed ones for a reply."""
        match request.kind:
            case request_kinds.PREPARE:
                await self._extract_all(request, context)
                return None
            case request_kinds.REPLY:
                return await self._weigh(request, await self._timelines(request, context), context)
            case request_kinds.SPEAK:
                await self._extract_all(request, context)
                cases = self.observation.seat.cases
                lines = [line for case in cases for line in self._memories[case.name][1]]
                return await self._weigh(request, lines, context)
            case _:
                return None

    async def revise(self, request: Request, draft: Action, context: AgentContext) -> Action:
        """Rewrites a reply without a needed timeline; a failed step leaves it as it is."""
        pending = self._pending.pop(request.id, None)
        if pending is None:
            return draft
        needed, shared = pending
        check = self._filter(request, "check", shared, ToldTimeline, needed, draft=draft.speech)
        missing = await self._lines("check", request.case, check, context)
        if not missing:
            return draft
        task = self._part("augment", request, draft=draft.speech, timelines=missing)
        again = await attempt(self.writer.draft(request, shared, context, task, purpose="augmented"))
        if isinstance(again, Unreadable):
            context.fault("augmented", str(again))
            return draft
        _think(context, "augmented", request.case, draft=draft.speech)
        return Action(chosen=draft.chosen, speech=within(request, again, context))

    async def _extract_lines(self, request: Request, case: str) -> list[str]:
        shared = await self.observation.recall(request, case)
        task = self._part("extract", request, victim=case, most=MOST)
        prompt = self.observation.prompt(request, "timelines", shared, task)
        return (await self.observation.seat.require_model().parse(prompt, timeline_form(case))).timelines

    async def _filter(
        self,
        request: Request,
        purpose: str,
        shared: Recollection,
        want: type[Needed] | type[ToldTimeline],
        timelines: Sequence[str],
        **about: str,
    ) -> list[str]:
        """Returns the timelines that are needed, or those that are not told."""
        task = self._part(purpose, request, timelines=list(timelines), **about)
        prompt = self.observation.prompt(request, purpose, shared, task, is_told_secrets=True)
        reply = await self.observation.seat.require_model().parse(prompt, verdicts(want, len(timelines)))
        is_needed = want is Needed
        return [line for number, line in enumerate(timelines, 1) if reply.holds(number) is is_needed]

    def _part(self, verb: str, request: Request, **about: object) -> Part:
        killed = any(self.observation.is_sought(case.name) for case in self.observation.seat.cases)
        fields = {"request": request, "victim": request.case, "killed": killed, **about}
        return self.observation.thought(_TEMPLATES, verb, **fields)

    async def _extract_all(self, request: Request, context: AgentContext) -> None:
        cases = [case.name for case in self.observation.seat.cases]
        notes = [BufferedContext(context=context) for _ in cases]
        await together([self._extract(request, *pair) for pair in zip(cases, notes, strict=True)])
        for note in notes:
            note.hand_in()

    async def _extract(self, request: Request, case: str, context: AgentContext) -> None:
        timelines = await self._lines("timelines", case, self._extract_lines(request, case), context)
        self._memories[case] = (request.round, timelines)

    async def _timelines(self, request: Request, context: AgentContext) -> Sequence[str]:
        case = request.case or ""
        if case not in self._memories or self._memories[case][0] != request.round:
            await self._extract(request, case, context)
        return self._memories[case][1]

    async def _weigh(self, request: Request, timelines: Sequence[str], context: AgentContext) -> Brief:
        shared, needed_lines = await self.writer.recall(request), list[str]()
        if timelines:
            step = self._filter(request, "relevance", shared, Needed, timelines)
            needed_lines = await self._lines("relevance", request.case, step, context)
        if not needed_lines:
            return Brief(recollection=shared)
        self._pending[request.id] = (needed_lines, shared)
        return Brief(parts=(self._part("needed", request, timelines=needed_lines),), recollection=shared)

    async def _lines(
        self, purpose: str, case: str | None, step: Awaitable[list[str]], context: AgentContext
    ) -> list[str]:
        lines = await attempt(step)
        if isinstance(lines, Unreadable):
            context.fault(purpose, str(lines))
            return []
        _think(context, purpose, case, timelines=list(lines))
        return lines


def _think(context: AgentContext, kind: str, case: str | None, **body: JsonValue) -> None:
    context.think(Thought(kind=kind, case=case, body=body))


@dataclass(frozen=True, kw_only=True)
class ThinkThrice:
    """Seats agents that search their memory before a reply, and check the reply afterwards.

    Calls: one per victim and round for the timelines; per reply one to select the needed ones, the reply,
    one to check it for them, and a second reply if one is missing. Without a known or needed timeline the
    later steps are left out. A question takes one, with `ask=best` two: addressee and text.
    In Werewolf a speech takes as many as a reply, and one for the timelines.
    """

    name: str = "think-thrice"
    summary: str = "baseline: finds the timelines that a reply needs, and checks it for them (Wu et al. 2024)"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = AskOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="wu-2024",
            title="Deciphering Digital Detectives: Understanding LLM Behaviors and Capabilities in "
            "Multi-Agent Mystery Games",
            authors="Dekun Wu and Haochen Shi and Zhiyuan Sun and Bang Liu",
            year=2024,
            where="arXiv:2312.00746",
        ),
    )
    presets: tuple[Preset, ...] = tuple(
        Preset(paper=paper, options={"ask": "all"}) for paper in ("zhu-2024", "zhu-2025")
    )

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(AskOptions, self.name, options)
        observation = Observation(seat=seat)
        revisable = frozenset({request_kinds.REPLY, request_kinds.SPEAK})
        writer = Writer(observation=observation, model=seat.require_model(), revisable=revisable)
        return Assembly(
            observation=observation,
            modules=[*chosen.modules(seat), TimelineMemory(observation=observation, writer=writer)],
            writer=writer,
        )


METHOD = ThinkThrice()
