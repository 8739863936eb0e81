"""The player that the reader plays: a form's blanks, the questions it answers, its bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
    FieldPurpose,
    PartPurpose,
    Prompt,
    Speech,
    Talk,
    Target,
    purpose_of,
)


@dataclass(frozen=True, kw_only=True)
class Blank:
    """A field of a form.

    Attributes:
        form: in which it stands.
        name: of the field.
        about: the suspect whom the form is about, if it is about one.
    """

    form: type[BaseModel]
    name: str
    about: About | None = None

    @property
    def info(self) -> FieldInfo:
        """What pydantic knows of it."""
        return self.form.model_fields[self.name]

    @property
    def purpose(self) -> FieldPurpose | None:
        """What it is for, if that is said."""
        return purpose_of(self.form, self.name)

    @property
    def _value(self) -> FieldInfo:
        """What pydantic knows of its value, where that is not null."""
        if get_origin(self.info.annotation) not in (Union, UnionType):
            return self.info
        values = [each for each in get_args(self.info.annotation) if each is not NoneType]
        return FieldInfo.from_annotation(values[0]) if len(values) == 1 else self.info

    @property
    def is_list(self) -> bool:
        """Whether it holds several things, or null instead."""
        return get_origin(self._value.annotation) is list

    @property
    def options(self) -> list[str]:
        """The words that may be chosen, in a list or beside null or alone; empty where any may."""
        return list(_options(self.info.annotation))

    @property
    def least(self) -> int:
        """How many items there must be."""
        return max((each.min_length for each in self._value.metadata if isinstance(each, MinLen)), default=0)

    @property
    def most(self) -> int | None:
        """How many items or characters there may be; None for any number."""
        limits = (each.max_length for each in self._value.metadata if isinstance(each, MaxLen))
        return min(limits, default=None)

    @property
    def inner(self) -> type[BaseModel] | None:
        """The form that it holds, if it holds one, or one beside null, or a list of them."""
        held = self.info.annotation
        shapes = get_args(held) if get_origin(held) in (list, Union, UnionType) else (held,)
        return next((each for each in shapes if isinstance(each, type) and issubclass(each, BaseModel)), None)

    @property
    def suspect(self) -> About:
        """Whom the form is about.

        Raises:
            ValueError: if it is about nobody, and a purpose needs somebody.
        """
        if self.about is None:
            raise ValueError(f"{self.form.__name__}.{self.name} stands in no form that is about a suspect")
        return self.about

    def beside(self) -> Iterator[Blank]:
        """Every field of its form, itself among them."""
        return (Blank(form=self.form, name=each, about=self.about) for each in self.form.model_fields)


def _options(annotation: Any) -> Iterator[str]:  # noqa: ANN401 - a type
    if get_origin(annotation) is Literal:
        yield from (each for each in get_args(annotation) if isinstance(each, str))
    elif isinstance(annotation, type) and issubclass(annotation, Enum):
        yield from (str(each.value) for each in annotation)
    else:
        for each in get_args(annotation):
            yield from _options(each)


DOUBTFUL = 0.02
"""What an opinion that somebody did not do it leaves of their odds (ours): no note is certain."""


@dataclass(frozen=True, kw_only=True)
class EarlierOpinion(PartPurpose):
    """What a player has made of others before: the mark of a note, by the method that writes it.

    Attributes:
        odds: by name, how many times as likely somebody did it as one would think without; else 1.
        case: the hidden question that it is about; None for the only one.
    """

    odds: Mapping[Name, float] = field(hash=False)
    case: str | None = None


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """What bounds and reminds somebody who reasons.

    Attributes:
        steps: how many statements are put together, at most, for one conclusion; None for any number.
        slip: how likely a sentence was misread, so that no contradiction is quite a proof.
        opinions: what the player thought before, by its own notes.
        weight: how much they count: the share of its prompt that it has missed now. At 0, where it knows all
            that they can rest on, they count for nothing.
    """

    steps: int | None = None
    slip: float = 0.0
    opinions: tuple[EarlierOpinion, ...] = ()
    weight: float = 0.0

    @property
    def is_reminded(self) -> bool:
        """Whether earlier opinions count for anything."""
        return bool(self.opinions) and self.weight > 0

    def odds(self, name: Name, case: str | None = None) -> float:
        """How many times as likely somebody did it by those opinions, as far as they count."""
        told = (
            each.odds.get(name, 1.0) for each in self.opinions if case is None or each.case in (None, case)
        )
        return prod(told) ** self.weight


UNBOUNDED = Bounds()


_DIGITS = 12


def steady(value: SupportsFloat) -> float:
    """A number to twelve digits after its point, so that what is alike is so wherever it was computed."""
    return round(float(value), _DIGITS)


Stance = Literal["positive", "neutral", "negative"]
Reached = Literal["yes", "partly", "no"]


@dataclass(frozen=True, kw_only=True)
class Impression:
    """What is read off somebody in a case.

    Attributes:
        stance: how they stand to whoever came to harm or, where nobody did, to the reader.
        has_motive: whether anything tells why they would have done it.
        is_possible: whether they can have done it.
        is_incriminated: whether anything points at them.
        is_bound: whether their story is bound up with another's: the victim's, or a rival's.
        is_at_odds: whether there is a history of conflict, rivalry or enmity between them and anybody.
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
        """Who reads."""
        ...

    @property
    def names(self) -> tuple[Name, ...]:
        """Everybody whom a speech may name."""
        ...

    @property
    def players(self) -> tuple[Name, ...]:
        """Everybody at the table, in seat order."""
        ...

    @property
    def language(self) -> Language:
        """The language of everything."""
        ...

    @property
    def limit(self) -> int | None:
        """How many words may be said; None where the prompt names no limit."""
        ...

    def said_by(self, name: Name) -> tuple[Fact, ...]:
        """What somebody has said aloud, as far as it is understood."""
        ...

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """How likely somebody did it, or is whom the others seek: in [0, 1], as the reader would show it."""
        ...

    def suspects(self, options: Sequence[Name], case: str | None, most: int | None) -> list[Name]:
        """Who is still suspected, the most suspected first; at least one, and at most so many."""
        ...

    def chosen(self, purpose: Culprit | Target | Addressee | Choice, blank: Blank) -> object:
        """What it chooses of the options of a field, in the field's form."""
        ...

    def why(
        self, purpose: Culprit | Target | Addressee | Choice, blank: Blank, case: str | None, most: int | None
    ) -> str:
        """Why it chooses as it does, in about so many characters."""
        ...

    def grounds(self, name: Name, case: str | None = None, most: int | None = None) -> str:
        """What counts most with it for or against somebody."""
        ...

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        """What it thinks where nothing is to be chosen."""
        ...

    def plan(self, case: str | None = None) -> str:
        """What it means to say next."""
        ...

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """What it says aloud, a sentence at a time."""
        ...

    def profile(self, case: str) -> str:
        """What it takes whoever did it to be like."""
        ...

    def impression(self, name: Name, case: str) -> Impression:
        """What is to be read off somebody."""
        ...

    def rating(self, name: Name) -> int:
        """How much it likes somebody, from 1 to 10."""
        ...

    def role(self, name: Name, roles: Sequence[Word], case: str) -> tuple[Word, float]:
        """The most probable of those roles for somebody, and how probable it is."""
        ...

    def gain(self, name: Name, case: str | None) -> float:
        """How likely a question to somebody tells something new, inside 0 and 1."""
        ...

    def topics(self, case: str, most: int) -> list[int]:
        """The questions of the list in the prompt that are most worth asking anybody, by number."""
        ...

    def reached(self, case: str) -> Reached:
        """Whether it is known who did it or, of a case of its own, whether it is safe."""
        ...

    def timelines(self, case: str) -> list[str]:
        """What it remembers of the players, as sentences, the most telling first."""
        ...

    def is_needed(self, number: int) -> bool:
        """Whether a line of the list in the prompt helps what it is going to say."""
        ...

    def is_told(self, number: int) -> bool:
        """Whether what it means to say tells all of a line of the list in the prompt."""
        ...


@runtime_checkable
class GameReader(Protocol):
    """How the reader plays a game: the value `PART` of the module `reader` in the game's package."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> SeatReader:
        """The player whom a prompt is for.

        Args:
            prompt: what it is sent.
            players: who sits at the table, as far as the call tells.

        Raises:
            UsageError: if the prompt does not say what the game has to be played by.
        """
        ...

    def people(self, prompt: Prompt) -> tuple[Name, ...]:
        """Whom its talk may speak of, beside the players."""
        ...

    def themes(self, language: Language) -> list[str]:
        """What its talk turns on, in a few words."""
        ...


@runtime_checkable
class Filled(Protocol):
    """A purpose that says itself how it is met, by the player whose form it is."""

    def fill(self, reader: SeatReader, blank: Blank) -> object:
        """The value of the field, ready to be written as JSON."""
        ...


@runtime_checkable
class Spoken(Protocol):
    """A purpose of free text that says itself how it is met."""

    def say(self, reader: SeatReader) -> Sequence[str]:
        """What is said, a sentence at a time."""
        ...


@runtime_checkable
class WeighedPurpose(Protocol):
    """A purpose of weights that says itself how they are met."""

    def weigh(self, reader: SeatReader, options: Sequence[str]) -> Sequence[float]:
        """How probable each option is, inside 0 and 1."""
        ...


@runtime_checkable
class ReadOff(Protocol):
    """A purpose that is met by words in the prompt alone, whoever reads it."""

    def read(self, prompt: Prompt, game: GameReader) -> object:
        """The value of the field, ready to be written as JSON."""
        ...
