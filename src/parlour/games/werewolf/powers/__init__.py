"""The powers of all roles, and the one table that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from parlour.core import Player
from parlour.games.werewolf.powers.day_powers import (
    BadgePower,
    BlackWolfKingPower,
    ElderPower,
    HunterPower,
    IdiotPower,
    KnightPower,
    ScapegoatPower,
    TannerPower,
    WhiteWolfKingPower,
    barred_players,
    elect_mayor,
    halves,
    may_elect,
    mayor,
)
from parlour.games.werewolf.powers.night_powers import (
    BearTamerPower,
    CupidPower,
    GravekeeperPower,
    GuardPower,
    LittleGirlPower,
    RavenPower,
    SeerPower,
    SisterPower,
    WitchPower,
    WolfBeautyPower,
)
from parlour.games.werewolf.powers.power import (
    OUTVOTED,
    STAYED,
    WITHSTOOD,
    Consequence,
    Death,
    DeathCause,
    Due,
    Night,
    NightBoard,
    Power,
    others,
)
from parlour.games.werewolf.setup import Role, Team

__all__ = [
    "BADGE",
    "OUTVOTED",
    "POWERS",
    "STAYED",
    "WITHSTOOD",
    "Consequence",
    "Death",
    "DeathCause",
    "Due",
    "Night",
    "Power",
    "barred_players",
    "dealt_power",
    "elect_mayor",
    "halves",
    "may_elect",
    "mayor",
    "others",
    "power_of",
    "table_powers",
]

POWERS: Mapping[Role, Power] = {
    Role.SEER: SeerPower(),
    Role.WITCH: WitchPower(),
    Role.GUARD: GuardPower(),
    Role.HUNTER: HunterPower(),
    Role.IDIOT: IdiotPower(),
    Role.ELDER: ElderPower(),
    Role.CUPID: CupidPower(),
    Role.LITTLE_GIRL: LittleGirlPower(),
    Role.WHITE_WOLF_KING: WhiteWolfKingPower(),
    Role.BLACK_WOLF_KING: BlackWolfKingPower(),
    Role.KNIGHT: KnightPower(),
    Role.GRAVEKEEPER: GravekeeperPower(),
    Role.BEAR_TAMER: BearTamerPower(),
    Role.RAVEN: RavenPower(),
    Role.SCAPEGOAT: ScapegoatPower(),
    Role.SISTER: SisterPower(),
    Role.WOLF_BEAUTY: WolfBeautyPower(),
    Role.TANNER: TannerPower(),
}
"""The power of each role beyond talk, vote and the pack's attack."""
_NONE = Power()
BADGE = BadgePower()
"""The power of the mayor's badge, whatever the mayor's role."""


def power_of(board: NightBoard, player: Player) -> Power:
    """Returns the power of a player."""
    is_lost = board.is_powerless and board.role(player).team is Team.GOOD
    return _NONE if is_lost else dealt_power(board, player)


def dealt_power(board: NightBoard, player: Player) -> Power:
    """Returns the power of a player as dealt, whatever the village has lost since."""
    return POWERS.get(board.role(player), _NONE)


def table_powers(board: NightBoard) -> tuple[Power, ...]:
    """Returns the powers that are dealt at a table, in the order of the list above."""
    return _powers_of(board.roles)


@lru_cache(maxsize=1024)
def _powers_of(roles: tuple[Role, ...]) -> tuple[Power, ...]:
    return tuple(power for role, power in POWERS.items() if role in roles)
