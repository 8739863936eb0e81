"""From the options of `parlour play` to a table that deals roles: of Werewolf or of One Night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from parlour.arena import GameSetup, deal_roles
from parlour.errors import UsageError
from parlour.games import onenight, werewolf
from parlour.games.mystery import library


@dataclass(frozen=True, kw_only=True)
class RolesAsked:
    """A game of Werewolf or of One Night as it was asked for.

    Attributes:
        game: which.
        lang: of the table.
        players: how many; as many as there are roles where nothing is said.
        roles: how many of each, such as `werewolf=3,seer=1`.
        options: of the setup, None where nothing is said.
    """

    game: Literal["werewolf", "onenight"]
    lang: library.Language | None
    players: int | None
    roles: str | None
    options: Mapping[str, object]

    def setup(self, seed: int) -> GameSetup:
        """The table, which a seed changes nothing of."""
        del seed
        read = _read_werewolf if self.game == "werewolf" else _read_onenight
        return deal_roles(
            self.game,
            language=self.lang,
            players=self.players,
            roles=read(self.roles) if self.roles else None,
            options=self.options,
        )


def _read_werewolf(text: str) -> werewolf.RoleTable:
    try:
        return werewolf.RoleTable.model_validate({"werewolf": 0, **_counts(text, werewolf.Role)})
    except ValidationError as error:
        raise _refused(text, error) from error


def _read_onenight(text: str) -> onenight.RoleTable:
    try:
        return onenight.RoleTable.model_validate({"werewolf": 0, **_counts(text, onenight.Role)})
    except ValidationError as error:
        raise _refused(text, error) from error


def _refused(text: str, error: ValidationError) -> UsageError:
    return UsageError(f"--roles {text}: {error.errors(include_url=False)[0]['msg']}")


def _counts(text: str, roles: Iterable[str]) -> dict[str, str]:
    """How many of each role are dealt, from their spelling.

    Raises:
        UsageError: if it cannot be read.
    """
    known, counts = list(map(str, roles)), dict[str, str]()
    for piece in text.split(","):
        role, equals, count = (each.strip() for each in piece.partition("="))
        if not equals or role not in known or not count.isdecimal() or role in counts:
            names = ", ".join(known)
            raise UsageError(f"--roles {text}: write it as werewolf=1,seer=1,…; the roles are {names}")
        counts[role] = count
    return counts
