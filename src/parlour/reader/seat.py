"""What any form may ask of the player that the reader plays, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from parlour.language.facts import Fact, Language, Name, Word
from parlour.llm import Addressee, Choice, Culprit, Prompt, Speech, Talk, Target
from parlour.reader.blank import Blank

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
