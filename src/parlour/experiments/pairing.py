"""Two methods at one werewolf table, which change sides from game to game (GRATR, section 4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from parlour.arena import Seating
from parlour.core import Player, chance
from parlour.games.werewolf import LEADERS, Role, WerewolfSetup, seat_names
from parlour.llm import Language

PLAYERS = 8
"""Three werewolves, seer, witch, guard and two villagers, as the rules deal them to so many."""

Side = Literal["leaders", "werewolves"]
"""What a pairing's own method plays."""
SIDES: tuple[Side, ...] = ("leaders", "werewolves")


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """One arm of an experiment in which a method meets another at the same tables.

    One of them plays seer, witch, guard and a villager, the other the werewolves and a villager; each table
    is played twice, with sides changed. Which villager goes with whom is drawn by the table's seed, and
    stays.

    Attributes:
        name: as its table calls it.
        method: whose results these are, with options.
        rival: whom it meets, with options.
        language: of the tables; None for whatever the run is asked for.
        note: what a reader of its rows should know.
    """

    name: str
    method: str
    rival: str
    language: Language | None = None
    note: str = ""

    def setup(self, language: Language) -> WerewolfSetup:
        """The game: the paper's roles, and the usual rules."""
        return WerewolfSetup(language=language, players=seat_names(PLAYERS, language))

    def seating(self, game: WerewolfSetup, seed: int, side: Side, model: str) -> Seating:
        """Who sits where when the pairing's own method plays that side."""
        told = [f"{player}={method}" for player, method in self.methods(game, seed, side).items()]
        return Seating(method=self.method, model=model, seats=told)

    def methods(self, game: WerewolfSetup, seed: int, side: Side) -> Mapping[Player, str]:
        """The method in each seat."""
        roles = dict(zip(game.players, game.dealt(seed), strict=True))
        villagers = [player for player, role in roles.items() if role is Role.VILLAGER]
        led = chance(seed, "led").choice(villagers)
        leading, hunting = (self.method, self.rival) if side == "leaders" else (self.rival, self.method)
        return {
            player: leading if role in LEADERS or player == led else hunting for player, role in roles.items()
        }
