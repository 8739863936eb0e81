"""How the reader fills the forms of Humanized Agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import DOUBTFUL, Blank, EarlierOpinion, SeatReader, percent


@dataclass(frozen=True, kw_only=True)
class Liked(FieldPurpose):
    """How much one likes another player, from 1 to 10."""

    player: str

    def fill(self, reader: SeatReader, blank: Blank) -> int:
        """By what they said, and by their side."""
        return reader.rating(self.player)


@dataclass(frozen=True, kw_only=True)
class LikelyRole(FieldPurpose):
    """The most probable role, of those to choose from, of the player whom the form is about."""

    def fill(self, reader: SeatReader, blank: Blank) -> str:
        """The role."""
        return _likeliest(reader, blank)[0]


@dataclass(frozen=True, kw_only=True)
class RoleChance(FieldPurpose):
    """How probable the role is that stands beside it in the form, in percent from 1 to 100."""

    def fill(self, reader: SeatReader, blank: Blank) -> int:
        """The percentage."""
        return percent(_likeliest(reader, blank)[1])


def _likeliest(reader: SeatReader, blank: Blank) -> tuple[str, float]:
    """Of the roles from which the form has one chosen."""
    about = blank.suspect
    roles = [role for each in blank.beside() if isinstance(each.purpose, LikelyRole) for role in each.options]
    return reader.role(about.suspect, roles, about.case)


_DISLIKED = (4.0, 2.0, 1.0, 0.5, 0.25)
"""What a band of favor, from the worst to the best, makes of somebody's odds (ours)."""


def by_favor(likings: Sequence[tuple[str, int]]) -> EarlierOpinion:
    """What a favor statement says to whoever wrote it.

    Args:
        likings: who is liked, and in which band, from 0 to 4.
    """
    return EarlierOpinion(odds={name: _DISLIKED[band] for name, band in likings})


def by_judgement(guesses: Mapping[str, tuple[bool, float]]) -> EarlierOpinion:
    """What a judgement says to whoever wrote it.

    Args:
        guesses: of each other player whether they are taken for a friend, and with what probability.
    """
    even = 1 / max(1, len(guesses))
    return EarlierOpinion(odds={name: _odds(*guess, even) for name, guess in guesses.items()})


def _odds(is_friend: bool, likely: float, even: float) -> float:  # noqa: FBT001 - as it stands in a guess
    """How much likelier than anybody a foe is; a friend is no likelier."""
    told = max(DOUBTFUL, min(1 - DOUBTFUL, likely))
    if is_friend:
        return min(1.0, (1 - told) / told)
    return max(1.0, told / (1 - told) / (even / (1 - even) if even < 1 else 1.0))
