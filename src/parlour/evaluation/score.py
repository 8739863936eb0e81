"""A match in counts: small enough to keep for every cell of a table, and enough to compute any metric.

Counts of several matches can be added, so that tables, intervals and columns are computed without loading a
record again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Literal, Self

from pydantic import BaseModel, Field

from parlour.core import Player
from parlour.llm import Completion, Feature, Language

SEEKERS, SOUGHT = "civilian", "murderer"
"""The two sides of a count, whatever a game calls them: those who seek and those who are sought."""


KeyState = Literal["sound", "repaired", "wrong"]
"""The state of answer keys: no contradiction, contradictions that were repaired, or that were not."""


class AnswerCount(BaseModel, frozen=True, extra="forbid"):
    """The answers of one kind, in a game that puts questions.

    Attributes:
        evaluation: which time the questions were put, from 1.
        team: the side that answered, `SEEKERS` or `SOUGHT`.
    """

    evaluation: int
    team: str
    category: str
    aspect: str
    is_flagged: bool
    asked: int
    right: float
    key: KeyState = "sound"
    repaired: float = 0.0
    unanswered: int = 0

    def by_repaired_keys(self) -> AnswerCount | None:
        """Returns the count by repaired keys; None if the keys are wrong and not repaired."""
        match self.key:
            case "wrong":
                return None
            case "repaired":
                return self.model_copy(update={"right": self.repaired})
            case "sound":
                return self


def has_wrong_keys(scores: Iterable[MatchScore]) -> bool:
    """Returns true if some keys are known to contradict their own story, repaired or not."""
    return any(count.key in ("repaired", "wrong") for score in scores for count in score.answers)


class VoteCount(BaseModel, frozen=True, extra="forbid"):
    """The votes of one side on scored cases.

    Attributes:
        team: the side that voted, `SEEKERS` or `SOUGHT`.
    """

    team: str
    asked: int
    right: int
    abstained: int


class Spent(BaseModel, frozen=True, extra="forbid"):
    """The cost of model calls.

    Attributes:
        output_tokens: tokens written.
        dollars: their price; None where it is not known.
        seconds: from asking to the last token, added up as if one call had followed the other.
    """

    calls: int = 0
    repaired: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    seconds: float = 0.0

    @classmethod
    def of(cls, several: Iterable[Spent]) -> Self:
        """Returns the sum of several costs; dollars are None if any price is unknown."""
        tallies = list(several)
        dollars = [tally.dollars for tally in tallies if tally.dollars is not None]
        return cls(
            calls=sum(tally.calls for tally in tallies),
            repaired=sum(tally.repaired for tally in tallies),
            input_tokens=sum(tally.input_tokens for tally in tallies),
            cached_tokens=sum(tally.cached_tokens for tally in tallies),
            output_tokens=sum(tally.output_tokens for tally in tallies),
            dollars=sum(dollars) if len(dollars) == len(tallies) else None,
            seconds=sum(tally.seconds for tally in tallies),
        )


class AskedModel(BaseModel, frozen=True, extra="forbid"):
    """The settings with which a model was asked.

    Attributes:
        room: the most tokens that were left for thoughts.
    """

    calls: int = 0
    thought: int = 0
    room: int = 0
    without: Mapping[Feature, int] = {}

    @classmethod
    def of(cls, completions: Iterable[Completion]) -> Self:
        """Counts the calls that were sent."""
        usages = [completion.usage for completion in completions if completion.usage.attempts]
        return cls(
            calls=len(usages),
            thought=sum(usage.thought_tokens > 0 for usage in usages),
            room=max((usage.room for usage in usages), default=0),
            without=Counter(feature for usage in usages for feature in usage.without),
        )

    def __add__(self, other: AskedModel) -> AskedModel:
        """Counts both together."""
        return AskedModel(
            calls=self.calls + other.calls,
            thought=self.thought + other.thought,
            room=max(self.room, other.room),
            without=Counter(self.without) + Counter(other.without),
        )


class HeldBeliefs(BaseModel, frozen=True, extra="forbid"):
    """The beliefs of one seeking seat about the others at one vote, beside the truth.

    `is_aside`: the seat did not understand what was said, and held all alike.
    """

    player: Player
    case: str
    round: int
    is_read: bool = True
    is_aside: bool = False
    probabilities: tuple[float, ...] = ()
    sought: tuple[bool, ...] = ()

    @property
    def tells(self) -> bool:
        """Returns true if the asked players include some who are sought and some who are not."""
        return len({*self.sought}) > 1

    def of(self, *, is_sought: bool) -> list[float]:
        """The probabilities of those who are sought, or of the others."""
        pairs = zip(self.probabilities, self.sought, strict=True)
        return [p for p, truly in pairs if truly is is_sought]


class SeatScore(BaseModel, frozen=True, extra="forbid"):
    """One seat, in a game that scores seats.

    Attributes:
        model: what it thought with; empty where it needs no model.
        deciding: what all else took: retrieving, reasoning, speaking.
        kept: bytes of evidence that its method put on record; None where it keeps none there.
    """

    player: Player
    method: str
    model: str = ""
    role: str
    won: bool
    right: int = 0
    wrong: int = 0
    labels: Mapping[str, int] = {}
    faults: Mapping[str, int] = {}
    actions: int = 0
    fallbacks: int = 0
    updating: Spent = Spent()
    deciding: Spent = Spent()
    kept: int | None = None

    def is_of(self, *methods: str) -> bool:
        """Returns true if one of some methods played it, on the model named with it or on any."""
        return is_held_by(self.method, self.model, methods)


def is_held_by(method: str, model: str, methods: Container[str]) -> bool:
    """Returns true if a seat's method and model match one of `METHOD[:OPTIONS][@MODEL]`."""
    return method in methods or f"{method}@{model}" in methods


class Amount(BaseModel, frozen=True, extra="forbid"):
    """Something that a game counts besides, so that it can be pooled: reached of what was possible."""

    reached: float
    possible: float
    n: int


class MatchScore(BaseModel, frozen=True, extra="forbid"):
    """The score of a match, in counts.

    Attributes:
        drawn_as: what its story has in common with those that are drawn together with it, such as a twin's
            pair; empty where there are none. A report says so of its matches; it is not kept with a score.
    """

    match: str
    script: str
    language: Language
    evaluations: int = 1
    answers: tuple[AnswerCount, ...] = ()
    votes: tuple[VoteCount, ...] = ()
    won: int = 0
    lost: int = 0
    unscored: int = 0
    faults: Mapping[str, int] = {}
    actions: int = 0
    fallbacks: int = 0
    asked: Mapping[str, AskedModel] = {}
    play: Spent = Spent()
    answering: Spent = Spent()
    seats: tuple[SeatScore, ...] = ()
    shared: Spent = Spent()
    winner: str | None = None
    dealt: Mapping[str, int] = {}
    cast: Mapping[str, int] = {}
    amounts: Mapping[str, Amount] = {}
    beliefs: tuple[HeldBeliefs, ...] = ()
    forecasts: tuple[HeldBeliefs, ...] = ()
    eliciting: Spent = Spent()
    drawn_as: str = Field(default="", exclude=True)

    @property
    def dollars(self) -> float:
        """The cost of playing and answering, as far as prices are known."""
        return (self.play.dollars or 0.0) + (self.answering.dollars or 0.0)

    def seen_by(self, *methods: str) -> MatchScore:
        """The share that some methods, `METHOD[@MODEL]`, had in a match: their seats, and what they took.

        What was read once for several seats belongs to every method that keeps evidence.
        """
        own = tuple(seat for seat in self.seats if seat.is_of(*methods))
        names = {seat.player for seat in own}
        shared = self.shared if any(seat.kept is not None for seat in own) else Spent()
        faults: Counter[str] = Counter()
        for seat in own:
            faults.update(seat.faults)
        return self.model_copy(
            update={
                "seats": own,
                "beliefs": tuple(belief for belief in self.beliefs if belief.player in names),
                "faults": dict(faults),
                "actions": sum(seat.actions for seat in own),
                "fallbacks": sum(seat.fallbacks for seat in own),
                "play": Spent.of(
                    [shared, *(value for seat in own for value in (seat.updating, seat.deciding))]
                ),
                "shared": shared,
            }
        )
