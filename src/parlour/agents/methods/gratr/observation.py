"""Reads what others say and do into evidence, each of it once (GRATR, section 3.2, appendix D.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.agents import Place
from parlour.agents.methods.gratr.evidence import Evidence, EvidenceType, Stance
from parlour.agents.methods.gratr.options import STRONGEST
from parlour.errors import Unreadable
from parlour.games import Event, EventKind, Player, Request
from parlour.llm import EVERYBODY, RULES, Observed, Part, Prompt, Source, Templates, wanting
from parlour.wording import tell

SPOKEN = frozenset({EventKind.SPOKE, EventKind.CONFERRED, EventKind.INTRODUCED, EventKind.REPLIED})
"""What is said and must be read. A question is read with the reply to it."""
HOSTILE = frozenset({EventKind.VOTED, EventKind.TARGETED, EventKind.SHOT})
"""What is done against somebody, and needs no reading."""
MOST = 8
"""How many items one statement may give."""

_TEMPLATES = Templates("parlour.agents.methods.gratr")


class Item(BaseModel):
    """One item as a model reads it off a statement."""

    target: str
    reason: Annotated[str, Field(max_length=160)]
    type: EvidenceType
    relation: Stance
    score: Annotated[int, Field(ge=0, le=STRONGEST)]


class Extracted(BaseModel):
    """A reply with all that a statement says of others; nothing, where it says nothing of anybody."""

    items: list[Item]


@lru_cache(maxsize=512)
def extracted(by: Player, to: Player | None, targets: tuple[Player, ...]) -> type[Extracted]:
    """The form of a reply on a statement by one player, perhaps to another, that may be about the targets."""
    target: Any = Literal[targets]
    item = create_model("Item", __base__=Item, target=(target, ...))
    items: Any = Annotated[list[item], Field(max_length=MOST)]
    form = create_model("Extracted", __base__=Extracted, items=(items, ...))
    return wanting(form, items=Observed(by=by, to=to, targets=targets))


@dataclass(frozen=True, kw_only=True)
class Statement:
    """Something that was said: one event, or a question and the reply to it."""

    events: tuple[Event, ...]

    @property
    def event(self) -> Event:
        """The one whose speaker counts."""
        return self.events[-1]


@dataclass(frozen=True, kw_only=True)
class Observation:
    """Reads statements for one seat.

    Its prompts hold the rules and the statement and nothing of who reads it, and all statements share one
    beginning. What was said before the whole table is read once for all seats with one model; what only some
    heard, such as werewolves at night, each of them reads.

    Attributes:
        place: the seat.
        self_defence: whether what speakers say of themselves counts.
        action: the score of a hostile act.
    """

    place: Place
    self_defence: bool
    action: float

    async def read(self, request: Request, statement: Statement) -> list[Evidence]:
        """The evidence in a statement, by one call.

        Raises:
            Unreadable: if the reply was of no use.
        """
        by = statement.event.actor or ""
        targets = tuple(name for name in self.place.players if self.self_defence or name != by)
        form = extracted(by, statement.event.to, targets)
        reply = await self.place.mind().parse(self._prompt(request, statement, by), form)
        return [self._evidence(statement.event, by, item) for item in reply.items]

    def act(self, event: Event) -> list[Evidence]:
        """The evidence in a hostile act: an attack of a fixed score on each whom it is against."""
        return [
            Evidence(
                by=event.actor or "",
                about=name,
                type=EvidenceType.ATTACK,
                relation=Stance.ADVERSARY,
                reason=tell(event, self.place.language, self.place.game),
                score=self.action,
                event=event.number,
                round=event.round,
            )
            for name in event.chosen
        ]

    def _evidence(self, event: Event, by: Player, item: Item) -> Evidence:
        return Evidence(
            by=by,
            about=item.target,
            type=item.type,
            relation=item.relation,
            reason=" ".join(item.reason.split()),
            score=item.score,
            event=event.number,
            round=event.round,
        )

    def _prompt(self, request: Request, statement: Statement, by: Player) -> Prompt:
        language, players = self.place.language, list(self.place.players)
        task = _TEMPLATES.speak("extract", language, players=players, self_defence=self.self_defence)
        closing = _TEMPLATES.speak("statement", language, speaker=by, self_defence=self.self_defence)
        is_public = all(event.visible_to is None for event in statement.events)
        return Prompt(
            player=EVERYBODY if is_public else self.place.player,
            request=f"event-{statement.event.number}" if is_public else request.id,
            purpose="evidence",
            language=language,
            system=(Part(text=self.place.rules), Part(text=task)),
            user=(self._told(statement.events), Part(text=closing, source=RULES)),
        )

    def _told(self, events: Sequence[Event]) -> Part:
        text = "\n".join(tell(event, self.place.language, self.place.game) for event in events)
        return Part(text=text, source=Source(origin="event", events=tuple(each.number for each in events)))


def unreadable(statement: Statement, error: Unreadable) -> str:
    """What is put on record of a statement that could not be read."""
    return f"event {statement.event.number} of {statement.event.actor}: {error}"
