"""Two methods at one werewolf table, which change sides from game to game (the trust paper, section 4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Self

from pydantic import Field

from parlour.arena import Seating
from parlour.core import GameSetup, Player, chance
from parlour.errors import UsageError
from parlour.experiments import Arm, Place, Story, TableArm, TableArmForm
from parlour.games.werewolf.roles import LEADERS, Role, Team
from parlour.games.werewolf.setup import WerewolfSetup, seat_names

PLAYERS = 8
"""Three werewolves, seer, witch, guard and two villagers, as the rules deal them to so many."""
VERSUS = " vs "
"""In the name of a pairing, between its own method and its rival."""

Side = Literal["leaders", "werewolves"]
"""What a pairing's own method plays."""
SIDES: tuple[Side, ...] = ("leaders", "werewolves")


@dataclass(frozen=True, kw_only=True)
class WerewolfArm(TableArm):
    """One arm of an experiment in which all seats play alike, but for the werewolves where it says so.

    Attributes:
        werewolves: how they play instead, `METHOD[:OPTIONS][@MODEL]`, so that a better result is not that of
            a weaker opponent; empty where all seats play alike.
    """

    game: str = "werewolf"
    werewolves: str = ""

    def setup(self, story: Story, evaluations: int) -> WerewolfSetup:
        """The usual roles and rules, nobody coached, unless the arm says otherwise."""
        return _table(self, story)

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Who sits where."""
        teams = (f"{Team.WEREWOLF}={self.werewolves}",) if self.werewolves else ()
        return Seating(method=self.method, model=model, teams=teams)


@dataclass(frozen=True, kw_only=True)
class Pairing(TableArm):
    """One arm of an experiment in which a method meets another at the same tables.

    One of them plays seer, witch, guard and a villager, the other the werewolves and a villager; each table
    is played twice, with sides changed. Which villager goes with whom is drawn by the table's seed, and
    stays.

    Attributes:
        rival: whom the method meets whose results these are, `METHOD[:OPTIONS][@MODEL]`.
        former: as what a method stands in the seats of runs that were begun when it was played otherwise.
    """

    game: str = "werewolf"
    rival: str
    former: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)

    @property
    def own(self) -> tuple[str, ...]:
        """Its row is the share of its own method."""
        return tuple(filter(None, (self.method, self.former.get(self.method))))

    @property
    def wins(self) -> str:
        """How often its team wins, on either side."""
        return "twr"

    def with_method(self, name: str, method: str, note: str) -> Self | None:
        """Another method against the same rival; None where it is the rival itself."""
        if method == self.rival:
            return None
        rival = self.name.partition(VERSUS)[2] or self.rival
        called = name if name == self.name else f"{name}{VERSUS}{rival}"
        return replace(self, name=called, method=method, note=note, former={})

    def matches(self, evaluations: int) -> Iterator[Place]:
        """One from either side."""
        yield from ((1, side) for side in SIDES)

    def setup(self, story: Story, evaluations: int) -> WerewolfSetup:
        """The paper's roles and the usual rules, nobody coached, unless the arm says otherwise."""
        return _table(self, story)

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Who sits where when the pairing's own method plays that side.

        Raises:
            UsageError: if it is no game of Werewolf.
        """
        if not isinstance(game, WerewolfSetup):
            raise UsageError(f"a pairing plays werewolf, and not {game.name}")
        told = [f"{player}={method}" for player, method in self.methods(game, seed, side).items()]
        return Seating(method=self.method, model=model, seats=told)

    def methods(self, game: WerewolfSetup, seed: int, side: str | None) -> Mapping[Player, str]:
        """The method in each seat."""
        roles = dict(zip(game.players, game.dealt(seed), strict=True))
        villagers = [player for player, role in roles.items() if role is Role.VILLAGER]
        led = chance(seed, "led").choice(villagers) if villagers else None
        is_leading = side != "werewolves"
        leading, hunting = (self.method, self.rival) if is_leading else (self.rival, self.method)
        return {
            player: leading if role in LEADERS or player == led else hunting for player, role in roles.items()
        }


def _table(arm: TableArm, story: Story) -> WerewolfSetup:
    """How to play a role is for methods to say, and not for the table at which they are compared."""
    players = seat_names(arm.players or PLAYERS, story.language)
    told = {"language": story.language, "players": players, **arm.options}
    return WerewolfSetup.model_validate(told)


class WerewolfArmForm(TableArmForm):
    """An arm at tables of Werewolf: all seats alike, or two methods that change sides."""

    rival: str = Field(
        default="",
        description="Whom the method meets, METHOD[:OPTIONS][@MODEL]: each table is played from either side.",
    )

    def arm(self, game: str) -> Arm:
        """A pairing where there is a rival."""
        if not self.rival:
            return WerewolfArm(game=game, options=self.setup, **self.told("setup", "rival"))
        return Pairing(options=self.setup, **self.told("setup"))


PART = WerewolfArmForm
