"""A player in a game without a script, as the rest of the reader sees it, whichever game it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from parlour.facts import Name, Word
from parlour.llm.purposes import Culprit, Talk, Target
from parlour.llm.reader.parsed_prompt import ParsedPrompt


class Feels(Protocol):
    """What a player feels about another, takes it for, and means to do."""

    def rating(self, name: Name) -> int:
        """How much it likes somebody, from 1 to 10."""
        ...

    def role(self, name: Name, roles: Sequence[Word]) -> tuple[Word, float]:
        """The most probable of those roles for somebody, and how probable it is."""
        ...

    def plan(self) -> str:
        """What it means to say next."""
        ...


class Considers(Protocol):
    """What a method's own forms want of a player."""

    def suspects(self, options: Sequence[Name]) -> list[Name]:
        """Who is still suspected, the most suspected first; at least one."""
        ...

    def profile(self) -> str:
        """What it takes a culprit to be like."""
        ...

    def sensed(self, sensor: str, suspect: Name) -> str:
        """What a sensor reads off somebody, in the words of the form."""
        ...

    def gain(self, suspect: Name) -> float:
        """How likely a question to somebody tells something new, inside 0 and 1."""
        ...

    def topics(self, most: int) -> list[int]:
        """The questions of a list that are most worth asking, by number."""
        ...

    def met(self, case: Name | None) -> str:
        """Whether a goal is reached."""
        ...

    def timelines(self) -> list[str]:
        """What was told of players that bears most on the case."""
        ...

    def is_needed(self, number: int) -> bool:
        """Whether a timeline helps what it is going to say."""
        ...

    def is_told(self, number: int) -> bool:
        """Whether what it means to say tells all of a timeline."""
        ...


class Seat(Protocol):
    """Somebody at the table of a game without a script, with all that it can be asked for."""

    @property
    def game(self) -> str:
        """What the game is called in an error."""
        ...

    @property
    def papers(self) -> ParsedPrompt:
        """What it was told."""
        ...

    @property
    def attitudes(self) -> Feels:
        """What it feels, guesses and plans."""
        ...

    @property
    def considering(self) -> Considers:
        """What it thinks before it acts."""
        ...

    def chosen(self, want: Target | Culprit, options: Sequence[Name]) -> Name | list[Name] | None:
        """Whom it chooses: one, several, or nobody.

        Raises:
            Unmarked: if the game has no such choice.
        """
        ...

    def why(self, want: Target | Culprit, options: Sequence[Name]) -> str:
        """Why it chooses as it does."""
        ...

    def grounds(self, name: Name) -> str:
        """What counts most with it for or against somebody."""
        ...

    def overall(self) -> str:
        """What it thinks where nothing is to be chosen."""
        ...

    def speech(self, want: Talk) -> tuple[str, ...]:
        """What it says aloud, a sentence at a time."""
        ...
