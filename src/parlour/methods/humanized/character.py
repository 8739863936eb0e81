"""The persona of an agent: first in the system prompt of each of its calls, and on record."""

from __future__ import annotations

from dataclasses import dataclass, field

from parlour.agents import AgentContext, Bid, Brief, Module, SeatContext, Thought
from parlour.core import Request
from parlour.llm import Part, Source
from parlour.methods.humanized.big_five import Factor, Persona
from parlour.methods.humanized.statement import Items, Phrase, stated
from parlour.methods.humanized.statement_reading import StatementText

_RETIRING, _OUTGOING = 2, 6
"""Of the scores for extraversion, from 1 to 7: up to here somebody is retiring, and from here on outgoing."""


@dataclass(frozen=True, kw_only=True)
class PersonaModule(Module):
    """A seat's persona.

    Attributes:
        place: the seat.
        persona: its scores.
        phrase: how its adjectives are put.
        items: where its statements come from.
    """

    place: SeatContext
    persona: Persona
    phrase: Phrase = "ours"
    items: Items = "ipip"
    _noted: list[Thought] = field(default_factory=list[Thought])

    @property
    def statement(self) -> Part:
        """The B5P statement, which never changes: whatever stands after it can be reused as a prefix."""
        text = stated(self.persona, self.place.player, self.place.language, self.phrase, self.items)
        source = Source(origin="thought", owner=self.place.player)
        return Part(text=text, source=source, purpose=StatementText())

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Puts on record once who sits there; the prompts have it already."""
        if not self._noted:
            body = {"persona": self.persona.code, "statement": self.statement.text}
            self._noted.append(Thought(kind="persona", body=body))
            context.think(self._noted[0])
        return None

    async def bid(self, request: Request, bid: Bid, context: AgentContext) -> Bid:
        """Whoever is outgoing wants the floor more than others in their place, whoever is not less (ours)."""
        score = self.persona.scores[Factor.EXTRAVERSION]
        return bid.raised((score >= _OUTGOING) - (score <= _RETIRING))
