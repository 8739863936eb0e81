"""A player of One Night with all that it can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.errors import Unmarked
from parlour.facts import Name
from parlour.llm.prompt import Prompt
from parlour.llm.purposes import Culprit, Talk, Target
from parlour.llm.reader.onenight.attitudes import Attitudes
from parlour.llm.reader.onenight.choosing import Mind
from parlour.llm.reader.onenight.considering import Considering
from parlour.llm.reader.onenight.parsed import GAME, OneNightPrompt, parsed
from parlour.llm.reader.onenight.reasons import Reasons
from parlour.llm.reader.onenight.speaking import Speaker
from parlour.llm.reader.parsed_prompt import is_of


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A player of One Night.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind
    game: str = "One Night"

    @property
    def papers(self) -> OneNightPrompt:
        """What it was told."""
        return self.mind.papers

    @property
    def attitudes(self) -> Attitudes:
        """What it feels, guesses and plans."""
        return Attitudes(mind=self.mind)

    @property
    def considering(self) -> Considering:
        """What it thinks before it acts."""
        return Considering(mind=self.mind)

    def chosen(self, want: Target | Culprit, options: Sequence[Name]) -> Name | list[Name]:
        """At which two it points, or for whom it votes.

        Raises:
            Unmarked: if something else is to be done to somebody.
        """
        match want:
            case Culprit():
                return self.mind.vote(options)
            case Target(deed="check"):
                return list(self.mind.pair(options))
            case _:
                raise Unmarked(f"the reader is asked for {want}, which One Night does not have")

    def why(self, want: Target | Culprit, options: Sequence[Name]) -> str:
        """Why it chooses as it does."""
        reasons = Reasons(mind=self.mind)
        if isinstance(want, Target):
            return reasons.pointing(self.mind.pair(options))
        return reasons.voting(self.mind.vote(options))

    def grounds(self, name: Name) -> str:
        """What counts most with it against somebody."""
        return Reasons(mind=self.mind).grounds(name)

    def overall(self) -> str:
        """What it thinks where nothing is to be chosen."""
        return Reasons(mind=self.mind).judging(self.mind.suspects[0])

    def speech(self, want: Talk) -> tuple[str, ...]:
        """What it says to everybody."""
        return Speaker(mind=self.mind, want=want).sentences()


def seat_of(prompt: Prompt) -> Seat | None:
    """Who is asked by a prompt of One Night; None where it is of another game.

    Raises:
        UsageError: if it does not say who plays, or who reads it.
    """
    return Seat(mind=Mind(papers=parsed(prompt))) if is_of(GAME, prompt) else None
