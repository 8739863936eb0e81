"""What bounds a player's reasoning, and what reminds it; with none of it, the player is ideal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod

from parlour.language.facts import Name
from parlour.llm import PartPurpose

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
