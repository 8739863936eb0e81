"""The player that the reader plays: a form's blanks, the questions it answers, its bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import prod
from types import NoneType, UnionType
from typing import Any, Literal, Protocol, SupportsFloat, Union, get_args, get_origin, runtime_checkable

from annotated_types import MaxLen, MinLen
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from parlour.language.facts import Fact, Language, Name, Word
from parlour.llm import (
    About,
    Addressee,
    Choice,
    Culprit,
    EarlierOpinion,
    FieldPurpose,
    Prompt,
    Speech,
    Talk,
    Target,
    purpose_of,
)

ChoicePurpose = Culprit | Target | Addressee | Choice
"""The purposes of fields in which something is chosen."""


@dataclass(frozen=True, kw_only=True)
class Blank:
    """A field of a form to fill."""

    form: type[BaseModel]
    name: str
    about: About | None = None

    @property
    def info(self) -> FieldInfo:
        return self.form.model_fields[self.name]

    @property
    def purpose(self) -> FieldPurpose | None:
        return purpose_of(self.form, self.name)

    @property
    def _value(self) -> FieldInfo:
        if get_origin(self.info.annotation) not in (Union, UnionType):
            return self.info
        values = [argument for argument in get_args(self.info.annotation) if argument is not NoneType]
        return FieldInfo.from_annotation(values[0]) if len(values) == 1 else self.info

    @property
    def is_list(self) -> bool:
        return get_origin(self._value.annotation) is list

    @property
    def options(self) -> list[str]:
        """The words that may be chosen, in a list, beside null or alone; empty if any word may be."""
        return list(_options(self.info.annotation))

    @property
    def least(self) -> int:
        """The least number of items."""
        return max(
            (constraint.min_length for constraint in self._value.metadata if isinstance(constraint, MinLen)),
            default=0,
        )

    @property
    def most(self) -> int | None:
        """The most items or characters; None for any number."""
        limits = (
            constraint.max_length for constraint in self._value.metadata if isinstance(constraint, MaxLen)
        )
        return min(limits, default=None)

    @property
    def inner(self) -> type[BaseModel] | None:
        """The form in the field, if any: alone, beside null or in a list."""
        annotation = self.info.annotation
        shapes = get_args(annotation) if get_origin(annotation) in (list, Union, UnionType) else (annotation,)
        return next(
            (shape for shape in shapes if isinstance(shape, type) and issubclass(shape, BaseModel)), None
        )

    @property
    def suspect(self) -> About:
        """The suspect of the form.

        Raises:
            ValueError: if it has none, and a purpose needs one.
        """
        if self.about is None:
            raise ValueError(f"{self.form.__name__}.{self.name} stands in no form that is about a suspect")
        return self.about

    def beside(self) -> Iterator[Blank]:
        """Returns every field of its form, itself among them."""
        return (Blank(form=self.form, name=name, about=self.about) for name in self.form.model_fields)


def _options(annotation: Any) -> Iterator[str]:  # noqa: ANN401 - a type
    if get_origin(annotation) is Literal:
        yield from (option for option in get_args(annotation) if isinstance(option, str))
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        yield from (str(member.value) for member in annotation)
    else:
        for argument in get_args(annotation):
            yield from _options(argument)


DOUBTFUL = 0.02
"""The factor that an opinion of innocence leaves of a player's odds (ours): no note is certain."""


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """The bounds of a player's reasoning, and the notes that remind it.

    Attributes:
        steps: how many statements are put together, at most, for one conclusion; None for any number.
        slip: how likely a sentence was misread, so that no contradiction is quite a proof.
        weight: how much they count: the share of its prompt that it has missed now. At 0, where it knows all
            that they can rest on, they count for nothing.
    """

    steps: int | None = None
    slip: float = 0.0
    opinions: tuple[EarlierOpinion, ...] = ()
    weight: float = 0.0

    @property
    def is_reminded(self) -> bool:
        return bool(self.opinions) and self.weight > 0

    def odds(self, name: Name, case: str | None = None) -> float:
        """Returns the factor of those opinions on a player's odds of guilt, at their weight."""
        factors = (
            opinion.odds.get(name, 1.0)
            for opinion in self.opinions
            if case is None or opinion.case in (None, case)
        )
        return prod(factors) ** self.weight


UNBOUNDED = Bounds()


_DIGITS = 12


def steady(value: SupportsFloat) -> float:
    """Rounds a number to twelve decimals, so that equal results are equal on every machine."""
    return round(float(value), _DIGITS)


Stance = Literal["positive", "neutral", "negative"]
Reached = Literal["yes", "partly", "no"]


@dataclass(frozen=True, kw_only=True)
class Impression:
    """An impression of a player in a case.

    Attributes:
        stance: the attitude to the victim or, where there is none, to the reader.
    """

    stance: Stance
    has_motive: bool
    is_possible: bool
    is_incriminated: bool
    is_bound: bool
    is_at_odds: bool = False


class SeatReader(Protocol):
    """The player before a prompt: what it knows, believes, says and chooses.

    A method's own purposes are met by it (see `Filled`), so that they can be met in every game. A `case` is
    one of the game's hidden questions, or None where none is meant.
    """

    @property
    def me(self) -> Name:
        """The name of the player."""
        ...

    @property
    def names(self) -> tuple[Name, ...]:
        """The names that a speech may use."""
        ...

    @property
    def players(self) -> tuple[Name, ...]:
        """All players, in seat order."""
        ...

    @property
    def language(self) -> Language:
        """The language of the prompt and of the reply."""
        ...

    @property
    def limit(self) -> int | None:
        """The word limit; None if the prompt has none."""
        ...

    def said_by(self, name: Name) -> tuple[Fact, ...]:
        """Returns the facts that a player has said aloud, as far as they are understood."""
        ...

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """Returns the suspicion of a player in [0, 1], as the reader would show it."""
        ...

    def suspects(self, options: Sequence[Name], case: str | None, most: int | None) -> list[Name]:
        """Returns the players still suspected, the most suspected first; at least one, and at most `most`."""
        ...

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        """Returns the choice among a field's options, in the field's form."""
        ...

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        """Returns the reason for a choice, in about `most` characters."""
        ...

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        """Returns the strongest evidence for or against a player."""
        ...

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        """Returns its view if there is nothing to choose."""
        ...

    def plan(self, case: str | None = None) -> str:
        """Returns its plan for the next speech."""
        ...

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """Returns its speech, by sentences."""
        ...

    def profile(self, case: str) -> str:
        """Returns its profile of the culprit."""
        ...

    def impression(self, name: Name, case: str) -> Impression:
        """Returns its impression of a player."""
        ...

    def rating(self, name: Name) -> int:
        """Returns its liking of a player, from 1 to 10."""
        ...

    def role(self, name: Name, roles: Sequence[Word], case: str) -> tuple[Word, float]:
        """Returns the most probable of those roles for a player, with its probability."""
        ...

    def gain(self, name: Name, case: str | None) -> float:
        """Returns the probability that a question to a player brings news, inside 0 and 1."""
        ...

    def topics(self, case: str, most: int) -> list[int]:
        """Returns the numbers of the listed questions in the prompt that are most worth asking."""
        ...

    def progress(self, case: str) -> Reached:
        """Returns whether the culprit is known or, in a case of its own, whether it is safe."""
        ...

    def timelines(self, case: str) -> list[str]:
        """Returns its memory of the players, as sentences, the most informative first."""
        ...

    def is_needed(self, number: int) -> bool:
        """Returns true if a listed line helps its next speech."""
        ...

    def is_told(self, number: int) -> bool:
        """Returns true if its draft states all of a listed line."""
        ...


@runtime_checkable
class GameReader(Protocol):
    """A game's reader: the value `PART` of the module `reader` in the game's package."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> SeatReader:
        """Returns the player that a prompt is for.

        Raises:
            UsageError: if the prompt does not say what the game has to be played by.
        """
        ...

    def people(self, prompt: Prompt) -> tuple[Name, ...]:
        """Returns the names beside the players that its talk may mention."""
        ...

    def themes(self, language: Language) -> list[str]:
        """Returns the themes of its talk, in a few words."""
        ...


@runtime_checkable
class Filled(Protocol):
    """A purpose that fills its field itself, given the player whose form it is."""

    def fill(self, reader: SeatReader, blank: Blank) -> object:
        """Returns the value of the field, ready to be written as JSON."""
        ...


@runtime_checkable
class Spoken(Protocol):
    """A purpose of free text that writes its text itself."""

    def say(self, reader: SeatReader) -> Sequence[str]:
        """Returns the speech, by sentences."""
        ...


@runtime_checkable
class WeighedPurpose(Protocol):
    """A purpose of weights that computes them itself."""

    def weigh(self, reader: SeatReader, options: Sequence[str]) -> Sequence[float]:
        """Returns the probability of each option, inside 0 and 1."""
        ...


@runtime_checkable
class ReadOff(Protocol):
    """A purpose that depends on the words in the prompt alone."""

    def read(self, prompt: Prompt, game: GameReader) -> object:
        """Returns the value of the field, ready to be written as JSON."""
        ...
