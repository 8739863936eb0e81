"""Draws by the match seed, and what games share that deal roles by it and hold no script."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import Annotated, TypeVar

from pydantic import BaseModel, Field

from parlour.core.plain_data import name_key, one_line
from parlour.core.request import Player
from parlour.errors import SetupError

R = TypeVar("R", bound=StrEnum)


class WithoutStory:
    """Base of a setup of a game without scripts: its tables have no story and no title."""

    @property
    def story(self) -> str:
        return ""

    @property
    def title(self) -> str:
        return ""


def chance(seed: int, *purpose: object) -> Random:
    """Returns a separate generator for one seed and purpose, so that no draw shifts another.

    Args:
        seed: the match seed.
        purpose: what the draw is for, such as a player, a step and a word.
    """
    key = "\x1f".join(map(str, (seed, *purpose)))
    return Random(int.from_bytes(hashlib.sha256(key.encode()).digest()[:16]))


def dealt(roles: Sequence[R], seed: int) -> tuple[R, ...]:
    """Returns these roles as dealt by the match seed, in seat order."""
    return tuple(chance(seed, "deal").sample(roles, len(roles)))


def check_size(game: str, players: int, fewest: int, most: int) -> None:
    """Raises `SetupError` unless so many can play a game."""
    if not fewest <= players <= most:
        raise SetupError(f"{game} is for {fewest} to {most} players, not {players}")


def check_names(players: Sequence[Player]) -> None:
    """Raises `SetupError` unless all players have distinct, visible names of one line."""
    for name in players:
        if len(name.splitlines()) > 1 or one_line(name) != " ".join(name.split()):
            raise SetupError(f"a player's name is one line of what can be seen: {name!r} is not")
    if len(set(map(name_key, players))) < len(players) or not all(name.strip() for name in players):
        raise SetupError(f"every player needs a name of their own: {', '.join(players)}")


MOST_ALIKE = 99
"""So many of one role may be asked for: more than any game deals, and no more than can be counted out."""
DealtTimes = Annotated[int, Field(ge=0, le=MOST_ALIKE)]
"""How many of a role a table deals."""


def counts_in(data: object) -> object:
    """Returns the counts in a text such as `ROLE=2,ROLE=1`; anything else is returned as it is."""
    if not isinstance(data, str):
        return data
    counts: dict[str, str] = {}
    for piece in data.split(","):
        name, equals, count = (part.strip() for part in piece.partition("="))
        if not equals or not count.isdecimal() or name in counts:
            raise ValueError(f"{data!r} is not written as ROLE=2,ROLE=1")
        counts[name] = count
    return counts


def each_dealt(table: BaseModel, roles: type[R]) -> tuple[R, ...]:
    """Returns every role as often as a table deals it; the fields of the table are named after the roles."""
    return tuple(role for role in roles for _ in range(getattr(table, role.value)))


def list_roles(roles: Sequence[StrEnum]) -> str:
    """Formats role counts for an error message."""
    return ", ".join(f"{count} {role}" for role, count in Counter(roles).items()) or "no roles"
