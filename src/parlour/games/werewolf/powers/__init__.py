"""The powers of all roles: a module each, and here the one place where they are listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.core import Player
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.guard import GuardPower
from parlour.games.werewolf.powers.hunter import HunterPower
from parlour.games.werewolf.powers.power import (
    Consequence,
    Death,
    DeathCause,
    Due,
    Night,
    Power,
)
from parlour.games.werewolf.powers.seer import SeerPower
from parlour.games.werewolf.powers.witch import WitchPower
from parlour.games.werewolf.roles import Role

__all__ = [
    "POWERS",
    "Consequence",
    "Death",
    "DeathCause",
    "Due",
    "Night",
    "Power",
    "power_of",
    "table_powers",
]

POWERS: Mapping[Role, Power] = {
    Role.SEER: SeerPower(),
    Role.WITCH: WitchPower(),
    Role.GUARD: GuardPower(),
    Role.HUNTER: HunterPower(),
}
"""What each role can do that can do anything beside its talk, its vote and the pack's attack."""
_NONE = Power()


def power_of(board: NightBoard, player: Player) -> Power:
    """What a player can do."""
    return POWERS.get(board.role(player), _NONE)


def table_powers(board: NightBoard) -> Iterator[Power]:
    """The powers that are dealt at a table, in the order of the list above."""
    return (power for role, power in POWERS.items() if role in board.roles)
