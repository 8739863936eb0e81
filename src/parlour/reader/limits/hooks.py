"""What a game's player may offer so that it can be limited further: fewer steps, notes, things to let slip.

A game whose player offers none of these is limited in what it takes in and in how it chooses, and in no more.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.facts import Language, Name
from parlour.llm import PartPurpose
from parlour.reader.seat import SeatReader

DOUBTFUL = 0.02
"""What an opinion that somebody did not do it leaves of their odds (ours): no note is certain."""


@dataclass(frozen=True, kw_only=True)
class EarlierOpinion:
    """What a player has made of others before, by its own notes.

    Attributes:
        case: the hidden question that it is about; None for the only one.
        odds: by name, how much more or less likely somebody did it than one knew without; at 1 no different.
    """

    case: str | None
    odds: Mapping[Name, float]


class OpinionText(PartPurpose, ABC):
    """The part of a prompt that tells an opinion of its reader's own; who words it, says how it is read."""

    @abstractmethod
    def opinion(self, text: str, language: Language) -> EarlierOpinion:
        """What a text tells."""


@runtime_checkable
class SteppedSeat(Protocol):
    """A player who concludes by putting statements together."""

    def within(self, steps: int) -> SeatReader:
        """The same player, who puts together no more statements than that for any conclusion."""
        ...


@runtime_checkable
class RemindedSeat(Protocol):
    """A player who can weigh what it thought before."""

    def reminded(self, opinions: Sequence[EarlierOpinion], weight: float) -> SeatReader:
        """The same player with its notes.

        Args:
            opinions: what they say.
            weight: how much they count: the share of its prompt that the player has missed now. At 0, where
                it knows all that they can rest on, they count for nothing.
        """
        ...


@runtime_checkable
class HidingSeat(Protocol):
    """A player who may have something to hide."""

    def hidden(self) -> Sequence[str]:
        """The sentences with which it would give itself away, as it would say them; none for most."""
        ...
