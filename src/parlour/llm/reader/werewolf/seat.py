"""A player of Werewolf with all that it can be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.facts import Name
from parlour.llm.prompt import Prompt
from parlour.llm.purposes import Culprit, Deed, Talk, Target
from parlour.llm.reader.parsed_prompt import is_of
from parlour.llm.reader.werewolf.attitudes import Attitudes
from parlour.llm.reader.werewolf.choosing import Mind
from parlour.llm.reader.werewolf.considering import Considering
from parlour.llm.reader.werewolf.parsed import GAME, WerewolfPrompt, parsed
from parlour.llm.reader.werewolf.reasons import Reasons
from parlour.llm.reader.werewolf.speaking import Speaker


@dataclass(frozen=True, kw_only=True)
class Seat:
    """A player of Werewolf.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind
    game: str = "Werewolf"

    @property
    def papers(self) -> WerewolfPrompt:
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

    def chosen(self, want: Target | Culprit, options: Sequence[Name]) -> Name | None:
        """Whom it chooses; nobody only where it may spare everybody."""
        return self.mind.target(_deed(want), options)

    def why(self, want: Target | Culprit, options: Sequence[Name]) -> str:
        """Why it chooses as it does."""
        return Reasons(mind=self.mind).why(_deed(want), self.chosen(want, options))

    def grounds(self, name: Name) -> str:
        """What counts most with it for or against somebody."""
        return Reasons(mind=self.mind).grounds(name)

    def overall(self) -> str:
        """What it thinks where nothing is to be chosen."""
        return Reasons(mind=self.mind).overall()

    def speech(self, want: Talk) -> tuple[str, ...]:
        """What it says, to everybody or to its fellows."""
        return Speaker(mind=self.mind.aloud, want=want).sentences()


def seat_of(prompt: Prompt) -> Seat | None:
    """Who is asked by a prompt of Werewolf; None where it is of another game.

    Raises:
        UsageError: if it does not say who plays, how many are werewolves, or who reads it.
    """
    return Seat(mind=Mind(papers=parsed(prompt))) if is_of(GAME, prompt) else None


def _deed(want: Target | Culprit) -> Deed:
    return want.deed if isinstance(want, Target) else "eliminate"
