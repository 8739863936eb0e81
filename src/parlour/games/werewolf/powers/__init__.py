"""The powers of all roles, and the one table that lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

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
    "able",
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
    role = board.held[player]
    if role.team is Team.GOOD and board.is_powerless:
        return _NONE
    return POWERS.get(role, _NONE)


def dealt_power(board: NightBoard, player: Player) -> Power:
    """Returns the power of a player as dealt, whatever the village has lost since."""
    return POWERS.get(board.held[player], _NONE)


def able(board: NightBoard, part: str) -> list[tuple[Player, Power]]:
    """Returns the living players whose power overrides a part of `Power`, in seat order.

    The others do there what a villager does.
    """
    roles = _able_roles(part)
    if board.is_powerless:
        roles = [role for role in roles if role.team is not Team.GOOD]
    if not roles:
        return []
    return [
        (player, POWERS[role])
        for player, role in board.held.items()
        if role in roles and player not in board.dead
    ]


def table_powers(board: NightBoard, part: str) -> list[Power]:
    """Returns the powers dealt at a table that override a part of `Power`, in the order of the list above."""
    return [POWERS[role] for role in _able_roles(part) if role in board.roles]


@cache
def _able_roles(part: str) -> Sequence[Role]:
    usual = getattr(Power, part)
    return [role for role, power in POWERS.items() if getattr(type(power), part) is not usual]
