"""A seat's beliefs about the other players: asked in one form of every method, and read off records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field, JsonValue, create_model

from parlour.agents.agent import Thought
from parlour.agents.method import SeatContext
from parlour.core import Player, Request
from parlour.errors import Unreadable
from parlour.language.wording import MethodTemplates
from parlour.llm import FieldPurpose, Part, Prompt, Source

if TYPE_CHECKING:
    from parlour.reader import Blank, SeatReader

BELIEFS = "beliefs"
"""The purpose of the call and the kind of the thought."""
FORETELLING = "foretelling"
_PERCENT = 100
_WORDS = MethodTemplates("parlour.agents")


@dataclass(frozen=True, kw_only=True)
class Likely(FieldPurpose):
    """The probability in percent that a player is the one that a case asks for."""

    suspect: str
    case: str

    def fill(self, reader: SeatReader, blank: Blank) -> float:
        """Returns the reader's suspicion of the player in percent, to a ten-thousandth."""
        return round(_PERCENT * reader.suspicion(self.suspect, self.case), 2)


@dataclass(frozen=True, kw_only=True)
class Foretold(FieldPurpose):
    """The probability in percent of each of several future outcomes; the reader predicts none."""

    among: int

    def fill(self, reader: SeatReader, blank: Blank) -> float:
        """Returns the same percentage for every outcome."""
        return round(_PERCENT / self.among, 2)


@runtime_checkable
class Foretelling(Protocol):
    """A game's part `foretelling`: the questions to a seat about what is still to come.

    Only a game that is followed and not played brings it: at a table the question would say what to think of.
    """

    def questions(self, seat: SeatContext, request: Request) -> Mapping[str, tuple[str, ...]]:
        """Returns by case the players or things whose probability is asked for."""
        ...

    def is_understood(self, seat: SeatContext, model: str, prompt: Prompt) -> bool:
        """Returns true if the seat's model understands its prompt; else it abstains."""
        ...


class ElicitedBeliefs(BaseModel):
    """A seat's beliefs about the other players before a vote counts, as a record keeps them.

    Attributes:
        by: the source of the answer: the seat's model; `uniform` for a method without a model; `aside` for a
            reader that does not understand the talk; or a model whose answer was unreadable.
        probabilities: of each player that it is what the case asks for; none where the answer was unreadable.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    round: int
    by: Literal["model", "uniform", "aside", "unreadable"]
    probabilities: Mapping[Player, float] = {}
    forecasts: Mapping[str, Mapping[str, float]] = {}

    def thought(self, case: str) -> Thought:
        """Returns the beliefs as a thought for the record."""
        without = None if self.forecasts else {"forecasts"}
        return Thought(kind=BELIEFS, case=case, body=self.model_dump(mode="json", exclude=without))


def asked_about(seat: SeatContext, request: Request) -> tuple[Player, ...]:
    """Returns the players a seat is asked about: those it may vote for and whose role was not dealt to it."""
    case = next((entry for entry in seat.cases if entry.name == request.case), None)
    return tuple(name for name in request.options if case and name in case.candidates)


async def elicit(seat: SeatContext, request: Request, prompt: Prompt | None) -> ElicitedBeliefs:
    """Asks a seat for its beliefs about the players it may vote for.

    `prompt`: what its method sent to decide on it; None for a method that asks no model.
    """
    names, case = asked_about(seat, request), request.case or ""
    part = seat.game.find_part(FORETELLING, Foretelling)
    questions: Mapping[str, tuple[str, ...]] = part.questions(seat, request) if part else {}
    if prompt is None or seat.model is None:
        return _alike(seat, request, questions, by="uniform")
    if part and not part.is_understood(seat, seat.model.name, prompt):
        return _alike(seat, request, questions, by="aside")
    text = _WORDS.speak(BELIEFS, seat.game, seat.language, victim=case, names=names, forecasts=questions)
    task = Part(text=text, source=Source(origin="request", owner=seat.player))
    form = _form(names, case, tuple(questions.items()))
    try:
        reply = await seat.model.parse(_instead(prompt, task), form)
    except Unreadable:
        return ElicitedBeliefs(round=request.round, by="unreadable")
    probabilities = {name: round(getattr(reply, _field(n)) / _PERCENT, 6) for n, name in enumerate(names)}
    forecasts = {
        of: {thing: round(getattr(reply, f"{of}_{n}") / _PERCENT, 6) for n, thing in enumerate(things)}
        for of, things in questions.items()
    }
    return ElicitedBeliefs(round=request.round, by="model", probabilities=probabilities, forecasts=forecasts)


def _alike(
    seat: SeatContext,
    request: Request,
    questions: Mapping[str, tuple[str, ...]],
    by: Literal["uniform", "aside"],
) -> ElicitedBeliefs:
    case = next(entry for entry in seat.cases if entry.name == (request.case or ""))
    alike = (1 if case.answers is None else case.answers) / len(case.candidates)
    return ElicitedBeliefs(
        round=request.round,
        by=by,
        probabilities=dict.fromkeys(asked_about(seat, request), alike),
        forecasts={of: dict.fromkeys(things, round(1 / len(things), 6)) for of, things in questions.items()},
    )


def _instead(prompt: Prompt, task: Part) -> Prompt:
    tasks = [part for part in prompt.user if part.source.origin == "request"]
    rest: Sequence[Part] = [part for part in prompt.user if part not in tasks]
    seat = prompt.user.index(tasks[0]) if tasks else len(rest)
    user = (*rest[:seat], task, *rest[seat:])
    return replace(prompt, purpose=BELIEFS, user=user, repairs=(), is_aside=True)


@lru_cache(maxsize=512)
def _form(
    names: tuple[Player, ...], case: str, questions: tuple[tuple[str, tuple[str, ...]], ...] = ()
) -> type[BaseModel]:
    fields: dict[str, Any] = {
        _field(n): (
            Annotated[float, Likely(suspect=name, case=case)],
            Field(alias=name, ge=0, le=_PERCENT),
        )
        for n, name in enumerate(names)
    }
    for of, things in questions:
        fields |= {
            f"{of}_{n}": (
                Annotated[float, Foretold(among=len(things))],
                Field(alias=f"{of}: {thing}", ge=0, le=_PERCENT),
            )
            for n, thing in enumerate(things)
        }
    return create_model("Beliefs", **fields)


def _field(number: int) -> str:
    return f"player_{number}"


@dataclass(frozen=True, kw_only=True)
class Held:
    """A thought's values about one player."""

    about: Player
    value: float
    why: str = ""


def as_it_is(value: float) -> str:
    """Formats a number whose scale is not declared."""
    return f"{value:g}".replace("-", "−")


@dataclass(frozen=True, kw_only=True)
class Measure:
    """A kind of thought that rates other players by numbers.

    Its name in words is `measure_KIND` of its method's `words/{en,zh}.yaml`.

    Attributes:
        suspicion: from -1, as far from suspected as can be, to 1, of a value.
    """

    kind: str
    read: Callable[[Mapping[str, JsonValue]], Iterable[Held]]
    spell: Callable[[float], str] = as_it_is
    suspicion: Callable[[float], float] = lambda value: 0.0 * value
    rank: int = 0
    is_fine: bool = False
    lowest: int = -1


@dataclass(frozen=True, kw_only=True)
class Readings:
    """The measures that a method declares for its thoughts."""

    measures: tuple[Measure, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict[str, str])


@runtime_checkable
class Readable(Protocol):
    """A method that says how its thoughts are read."""

    @property
    def readings(self) -> Readings: ...
