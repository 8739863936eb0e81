"""How the reader fills the forms of Humanized Agents."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.llm import FieldPurpose
from parlour.reader import Blank, SeatReader, percent


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
