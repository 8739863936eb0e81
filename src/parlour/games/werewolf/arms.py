"""Two methods at one werewolf table, which change sides from game to game (the trust paper, section 4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, Self

from pydantic import Field

from parlour.arena import Seating
from parlour.core import GameSetup, Player, chance
from parlour.errors import UsageError
from parlour.experiments import Arm, Place, Stories, Story, TableArmForm
from parlour.games.werewolf.setup import LEADERS, Role, Team, WerewolfSetup, seat_names

PLAYERS = 8
"""Three werewolves, seer, witch, guard and two villagers, as the rules deal them to so many."""
VERSUS = " vs "
"""In the name of a pairing, between its own method and its rival."""

Side = Literal["leaders", "werewolves"]
"""The side that a pairing's own method plays."""
SIDES: tuple[Side, ...] = ("leaders", "werewolves")


@dataclass(frozen=True, kw_only=True)
class WerewolfArm(Arm):
    """One arm of an experiment in which all seats play alike, unless it names another method for werewolves.

    Attributes:
        werewolves: their method instead, `METHOD[:OPTIONS][@MODEL]`, so that a better result is not that of
            a weaker opponent; empty where all seats play alike.
    """

    game: str = "werewolf"
    werewolves: str = ""

    def setup(self, story: Story, evaluations: int) -> WerewolfSetup:
        return _table(self, story)

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        teams = (f"{Team.WEREWOLF}={self.werewolves}",) if self.werewolves else ()
        return Seating(method=self.method, model=model, teams=teams)


@dataclass(frozen=True, kw_only=True)
class Pairing(Arm):
    """One arm of an experiment in which a method meets its rival at the same tables.

    One of them plays seer, witch, guard and a villager, the other the werewolves and a villager; each table
    is played twice, with sides changed. The table's seed draws the villager that goes with each; it is the
    same in both games.
    """

    game: str = "werewolf"

    @property
    def own(self) -> tuple[str, ...]:
        return (self.method,)

    @property
    def wins(self) -> str:
        return "twr"

    def with_method(self, name: str, method: str, note: str) -> Self | None:
        """Returns the pairing with another method against the same rival; None if it is the rival itself."""
        if method == self.rival:
            return None
        rival = self.name.partition(VERSUS)[2] or self.rival
        called = name if name == self.name else f"{name}{VERSUS}{rival}"
        return replace(self, name=called, method=method, note=note)

    def matches(self, evaluations: int) -> Iterator[Place]:
        yield from ((1, side) for side in SIDES)

    def setup(self, story: Story, evaluations: int) -> WerewolfSetup:
        return _table(self, story)

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Returns the seating in which the pairing's own method plays that side.

        Raises:
            UsageError: if it is no game of Werewolf.
        """
        if not isinstance(game, WerewolfSetup):
            raise UsageError(f"a pairing plays werewolf, and not {game.name}")
        seats = [f"{player}={method}" for player, method in self.methods(game, seed, side).items()]
        return Seating(method=self.method, model=model, seats=seats)

    def methods(self, game: WerewolfSetup, seed: int, side: str | None) -> Mapping[Player, str]:
        roles = dict(zip(game.players, game.dealt(seed), strict=True))
        villagers = [player for player, role in roles.items() if role is Role.VILLAGER]
        led = chance(seed, "led").choice(villagers) if villagers else None
        is_leading = side != "werewolves"
        leading, hunting = (self.method, self.rival) if is_leading else (self.rival, self.method)
        return {
            player: leading if role in LEADERS or player == led else hunting for player, role in roles.items()
        }


def _table(arm: Arm, story: Story) -> WerewolfSetup:
    """Returns the setup of an arm, without coaching: how to play a role is what the methods differ in."""
    players = seat_names(arm.players or PLAYERS, story.language)
    fields = {"language": story.language, "players": players, **arm.options}
    return WerewolfSetup.model_validate(fields)


class WerewolfArmForm(TableArmForm):
    """An arm at tables of Werewolf: all seats alike, or two methods that change sides."""

    rival: str = Field(
        default="",
        description="Whom the method meets, METHOD[:OPTIONS][@MODEL]: each table is played from either side.",
    )

    def arm(self, game: str) -> Arm:
        if not self.rival:
            return WerewolfArm(game=game, options=self.setup, **self.keywords("setup", "rival"))
        return Pairing(options=self.setup, **self.keywords("setup"))


PART = WerewolfArmForm
STORIES = Stories(game="werewolf", drawn="table")
