"""What a seat holds of the others, asked in one and the same form of every method in every game.

The question stands outside the game: it is put with the prompt that the method gave its vote, in place of the
vote's own task, so that whatever the method remembers, notes or reckons bears on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from parlour.agents.agent import Thought
from parlour.agents.seat_context import SeatContext
from parlour.core import Player, Request
from parlour.errors import Unreadable
from parlour.llm import FieldPurpose, Part, Prompt, Source
from parlour.reader import Blank, SeatReader
from parlour.wording import MethodTemplates

BELIEFS = "beliefs"
"""The purpose of the call and the kind of the thought."""
_PERCENT = 100
_WORDS = MethodTemplates("parlour.agents")


@dataclass(frozen=True, kw_only=True)
class Likely(FieldPurpose):
    """How likely somebody is what a case asks for, in percent."""

    suspect: str
    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> float:
        """As likely as the reader holds it, to a ten-thousandth."""
        return round(_PERCENT * reader.suspicion(self.suspect, self.case), 2)


class ElicitedBeliefs(BaseModel):
    """What a seat holds of the others before a vote counts, as a record keeps it.

    Attributes:
        round: of play.
        by: who answered: the seat's model; nobody, where a method asks none, and all are held alike; or a
            model whose answer could not be read.
        probabilities: of each player that it is what the case asks for; none where the answer was unreadable.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    round: int
    by: Literal["model", "uniform", "unreadable"]
    probabilities: Mapping[Player, float] = {}

    def thought(self, case: str) -> Thought:
        """The same as a thought, seen by nobody at the table."""
        return Thought(kind=BELIEFS, case=case, body=self.model_dump(mode="json"))


def asked_about(place: SeatContext, request: Request) -> tuple[Player, ...]:
    """Of whom a seat is asked: those for whom it may vote and of whom it was not told at the deal."""
    case = next((each for each in place.cases if each.name == request.case), None)
    return tuple(name for name in request.options if case and name in case.candidates)


async def elicit(place: SeatContext, request: Request, prompt: Prompt | None) -> ElicitedBeliefs:
    """Asks a seat what it holds of those for whom it may vote.

    Args:
        place: the seat.
        request: the vote.
        prompt: what its method sent to decide on it; None for a method that asks no model.
    """
    names, case = asked_about(place, request), request.case or ""
    if prompt is None or place.model is None:
        found = next(each for each in place.cases if each.name == case)
        alike = (1 if found.answers is None else found.answers) / len(found.candidates)
        return ElicitedBeliefs(round=request.round, by="uniform", probabilities=dict.fromkeys(names, alike))
    text = _WORDS.speak(BELIEFS, place.game, place.language, victim=case, names=names)
    task = Part(text=text, source=Source(origin="request", owner=place.player))
    try:
        told = await place.model.parse(_instead(prompt, task), _form(names, case))
    except Unreadable:
        return ElicitedBeliefs(round=request.round, by="unreadable")
    held = {name: round(getattr(told, _field(n)) / _PERCENT, 6) for n, name in enumerate(names)}
    return ElicitedBeliefs(round=request.round, by="model", probabilities=held)


def _instead(prompt: Prompt, task: Part) -> Prompt:
    """The prompt of a vote with another task in the place of its own, or at its end where it has none."""
    tasks = [part for part in prompt.user if part.source.origin == "request"]
    kept: Sequence[Part] = [part for part in prompt.user if part not in tasks]
    place = prompt.user.index(tasks[0]) if tasks else len(kept)
    user = (*kept[:place], task, *kept[place:])
    return replace(prompt, purpose=BELIEFS, user=user, repairs=())


@lru_cache(maxsize=512)
def _form(names: tuple[Player, ...], case: str) -> type[BaseModel]:
    fields: dict[str, Any] = {
        _field(n): (
            Annotated[float, Likely(suspect=name, case=case)],
            Field(alias=name, ge=0, le=_PERCENT),
        )
        for n, name in enumerate(names)
    }
    return create_model("Beliefs", **fields)


def _field(number: int) -> str:
    return f"player_{number}"
