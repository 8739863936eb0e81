"""A player who takes words and deeds as clues to the sides of others: clues, beliefs, the seat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Generic, Protocol, Self, TypeVar

from parlour.language.facts import Fact, Name, RoleClaim
from parlour.llm import Speech, Talk
from parlour.reader.parsed_prompt import ParsedPrompt
from parlour.reader.seat import Bounds, Impression, Stance
from parlour.reader.talk_seat import POSSIBLE, TalkSeat


@dataclass(frozen=True, kw_only=True)
class PlayerClue(ABC):
    """Evidence from one player's word or deed.

    Attributes:
        kind: a row of the game's tables of likelihoods, and of its phrases.
        by: its author.
        weight: the power to which the row is taken.
        echo: the odds that it only repeats what follows from the public talk; 0 if it repeats nothing.
    """

    kind: str
    by: Name
    weight: float = 1.0
    echo: float = 0.0

    @property
    @abstractmethod
    def subjects(self) -> tuple[Name, ...]:
        """The players that it is about."""

    def scale(self, likely: float) -> float:
        """Returns a likelihood as far as it counts: a repetition is equally likely for all sides."""
        return (self.echo + likely**self.weight) / (self.echo + 1)


class ClueBeliefs(Protocol):
    """The beliefs about a table."""

    @cached_property
    def chances(self) -> Mapping[Name, float]:
        """The probability of each player of being sought."""
        ...

    @cached_property
    def clues(self) -> Sequence[PlayerClue]:
        """The evidence."""
        ...

    def grounds(self, name: Name) -> PlayerClue | None:
        """Returns the clue that counts most in the chance of a player, if any."""
        ...


B_co = TypeVar("B_co", bound=ClueBeliefs, covariant=True)


@dataclass(frozen=True, kw_only=True)
class ClueMind(ABC, Generic[B_co]):
    """A player before a decision; `night` are the facts of the night that it is about to state."""

    prompt: ParsedPrompt
    night: tuple[Fact, ...] = ()

    @abstractmethod
    def believe(self, *, is_private: bool) -> B_co:
        """Returns the player's own beliefs, or those that public talk alone gives."""

    @cached_property
    def own(self) -> B_co:
        """The player's own beliefs."""
        return self.believe(is_private=True)

    @cached_property
    def common(self) -> B_co:
        """The beliefs that public talk alone gives."""
        return self.believe(is_private=False)

    @property
    @abstractmethod
    def outward(self) -> B_co:
        """The beliefs that it shows: its own, or those of the player it poses as."""

    def telling(self, night: Sequence[Fact]) -> Self:
        """Returns the player about to state some facts of the night."""
        return replace(self, night=tuple(night))

    def with_bounds(self, bounds: Bounds) -> Self:
        """Returns the player with bounded reasoning."""
        return replace(self, prompt=replace(self.prompt, bounds=bounds))


@dataclass(frozen=True, kw_only=True)
class ClueSeat(TalkSeat):
    """A player who takes words and deeds as clues.

    Attributes:
        hostile: the kinds of clues that are against their subjects.
    """

    hostile: ClassVar[frozenset[str]]
    mind: ClueMind[ClueBeliefs]

    def with_bounds(self, bounds: Bounds) -> Self:
        """Returns the same player with bounded reasoning."""
        return replace(self, mind=self.mind.with_bounds(bounds))

    def hidden(self) -> Sequence[str]:
        """Returns the claim to its own role, if its side hides."""
        claim = RoleClaim(who=self.me, role=self.prompt.role)
        return [self.prompt.say(claim)] if self.prompt.role in self.prompt.hides else []

    def suspicion(self, name: Name, case: str | None = None) -> float:
        """Returns the chance that it shows."""
        return self.mind.outward.chances[name]

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        return self.speak(purpose if isinstance(purpose, Talk) else Talk(among="everybody", to=purpose.to))

    @abstractmethod
    def speak(self, want: Talk) -> tuple[str, ...]:
        """Returns its speech, by sentences."""

    @abstractmethod
    def is_cleared(self, name: Name) -> bool:
        """Returns true if a player is as good as known not to be sought."""

    def impression(self, name: Name, case: str = "") -> Impression:
        """Returns its impression of a player, by the clues between that player and others."""
        outward, chance = self.mind.outward, self.suspicion(name)
        subjects = [
            subject for clue in self._deeds(name) if clue.kind in self.hostile for subject in clue.subjects
        ]
        rivals = [clue for clue in outward.clues if clue.kind == "rivals"]
        quarrels = (clue for clue in self.mind.common.clues if clue.kind in self.hostile)
        return Impression(
            stance=self._stance(name),
            has_motive=any(map(self.is_cleared, subjects)),
            is_possible=chance > POSSIBLE,
            is_incriminated=chance > self.usual and outward.grounds(name) is not None,
            is_bound=any(name in (clue.by, *clue.subjects) for clue in rivals),
            is_at_odds=any(name in (clue.by, *clue.subjects) for clue in (*rivals, *quarrels)),
        )

    def _stance(self, suspect: Name) -> Stance:
        about = [clue.kind for clue in self._deeds(suspect) if self.me in clue.subjects]
        if self.hostile.intersection(about):
            return "negative"
        return "positive" if about else "neutral"

    def _deeds(self, suspect: Name) -> Iterator[PlayerClue]:
        """Yields what a player said of others or did to them in public."""
        clues = self.mind.common.clues
        return (clue for clue in clues if clue.by == suspect and suspect not in clue.subjects)
