"""One arm of an experiment on One Night: everybody at the table plays alike, or one seat alone is heard."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.arena import Seating
from parlour.games.onenight import OneNightSetup, Role, seat_names
from parlour.llm import Language

PLAYERS = 8
"""Seer, two masons, two villagers, werewolf, minion and tanner (Humanized Agents, appendix A.1)."""
BY_LOT = "random"
"""How those play whom nobody listens to: without a model."""


@dataclass(frozen=True, kw_only=True)
class Night:
    """One arm of an experiment on One Night.

    Attributes:
        name: as its table calls it.
        method: how the seats play, with options.
        first_speech: whether only the first speech of a game is of interest. Its speaker then has the role
            `Role.VILLAGER`, everybody else is played by lot, and one round is played.
        rounds: of statements, each followed by a vote.
        language: of the tables; None for whatever the run is asked for.
        note: what a reader of its rows should know.
    """

    name: str
    method: str
    first_speech: bool = False
    rounds: int = 3
    language: Language | None = None
    note: str = ""

    @property
    def is_by_lot(self) -> bool:
        """Whether no model plays, so that any two of such tables are alike."""
        return self.method == BY_LOT

    def setup(self, language: Language) -> OneNightSetup:
        """The game: the paper's roles, dealt by the seed."""
        players = seat_names(PLAYERS, language)
        if not self.first_speech:
            return OneNightSetup(language=language, players=players, rounds=self.rounds)
        others = list(OneNightSetup(players=players).table.roles)
        others.remove(Role.VILLAGER)
        return OneNightSetup(language=language, players=players, rounds=1, deal=(Role.VILLAGER, *others))

    def seating(self, game: OneNightSetup, model: str) -> Seating:
        """Who sits where."""
        others = game.players[1:] if self.first_speech else ()
        return Seating(method=self.method, model=model, seats=[f"{player}={BY_LOT}" for player in others])
