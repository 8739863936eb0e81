"""The powers of all roles: a module each, and here the one place where they are listed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.core import Player
from parlour.games.werewolf.board import NightBoard
from parlour.games.werewolf.powers.badge import BadgePower, elected, halves, may_elect, mayor
from parlour.games.werewolf.powers.bear_tamer import BearTamerPower
from parlour.games.werewolf.powers.black_wolf_king import BlackWolfKingPower
from parlour.games.werewolf.powers.cupid import CupidPower
from parlour.games.werewolf.powers.elder import ElderPower
from parlour.games.werewolf.powers.gravekeeper import GravekeeperPower
from parlour.games.werewolf.powers.guard import GuardPower
from parlour.games.werewolf.powers.hunter import HunterPower
from parlour.games.werewolf.powers.idiot import IdiotPower
from parlour.games.werewolf.powers.knight import KnightPower
from parlour.games.werewolf.powers.little_girl import LittleGirlPower
from parlour.games.werewolf.powers.power import (
    OUTVOTED,
    POWERLESS,
    STAYED,
    WITHSTOOD,
    Consequence,
    Death,
    DeathCause,
    Due,
    Night,
    Power,
    others,
)
from parlour.games.werewolf.powers.raven import RavenPower
from parlour.games.werewolf.powers.scapegoat import ScapegoatPower, barred
from parlour.games.werewolf.powers.seer import SeerPower
from parlour.games.werewolf.powers.sister import SisterPower
from parlour.games.werewolf.powers.tanner import TannerPower
from parlour.games.werewolf.powers.white_wolf_king import WhiteWolfKingPower
from parlour.games.werewolf.powers.witch import WitchPower
from parlour.games.werewolf.powers.wolf_beauty import WolfBeautyPower
from parlour.games.werewolf.roles import Role, Team

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
    "barred",
    "dealt_power",
    "elected",
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
"""What each role can do that can do anything beside its talk, its vote and the pack's attack."""
_NONE = Power()
BADGE = BadgePower()
"""What goes with the mayor's badge, whatever the mayor is."""


def power_of(board: NightBoard, player: Player) -> Power:
    """What a player can do."""
    is_lost = board.role(player).team is Team.GOOD and bool(board.marked(POWERLESS))
    return _NONE if is_lost else dealt_power(board, player)


def dealt_power(board: NightBoard, player: Player) -> Power:
    """What a player could do as it was dealt, whatever the village has lost since."""
    return POWERS.get(board.role(player), _NONE)


def table_powers(board: NightBoard) -> Iterator[Power]:
    """The powers that are dealt at a table, in the order of the list above."""
    return (power for role, power in POWERS.items() if role in board.roles)
