"""How the reader fills the forms of GRATR."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.llm import FieldPurpose, Prompt
from parlour.reader import EarlierOpinion, GameReader, evidence

_DISTRUSTED = 5.0
"""How many times as likely somebody did it who is fully distrusted, and the other way round (ours)."""


def by_trust(trust: Mapping[str, float]) -> EarlierOpinion:
    """What a summary of trust, from -1 to 1, says to whoever wrote it."""
    return EarlierOpinion(odds={name: _DISTRUSTED**-each for name, each in trust.items()})


@dataclass(frozen=True, kw_only=True)
class Observed(FieldPurpose):
    """What the statement that stands in the prompt says of players: items of evidence.

    Attributes:
        by: whose statement it is.
        to: who is spoken to, if one player.
        targets: whom an item may be about.
    """

    by: str
    to: str | None = None
    targets: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """The items in the last line of what the user says first: it and the rules are enough."""
        told = prompt.user[0].text.splitlines()[-1]
        people = game.people(prompt)
        return evidence.items(
            told, prompt.language, by=self.by, to=self.to, targets=self.targets, people=people
        )


@dataclass(frozen=True, kw_only=True)
class NamedRoles(FieldPurpose):
    """Which roles the statement that stands in the prompt gives to its speaker and to others.

    Attributes:
        by: whose statement it is.
        to: who is spoken to, if one player.
        players: who may be said to have a role.
        roles: which roles there are.
    """

    by: str
    to: str | None = None
    players: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    def read(self, prompt: Prompt, game: GameReader) -> list[dict[str, str | int]]:
        """The roles in the last line of what the user says first."""
        told = prompt.user[0].text.splitlines()[-1]
        people = game.people(prompt)
        return evidence.named_roles(
            told,
            prompt.language,
            by=self.by,
            to=self.to,
            players=self.players,
            roles=self.roles,
            people=people,
        )
