"""One arm of an experiment on One Night: all seats play alike, or only one seat's speech is of interest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pydantic import Field

from parlour.arena import Seating
from parlour.core import GameSetup
from parlour.evaluation.richness import TableTalk
from parlour.experiments import Arm, Stories, Story, TableArmForm
from parlour.games.onenight.setup import OneNightSetup, Role, Team, seat_names

PLAYERS = 8
"""Seer, two masons, two villagers, werewolf, minion and tanner (Deng and Cai, appendix A.1)."""
BY_LOT = "random"
"""The method of players whose speech is of no interest: without a model."""


@dataclass(frozen=True, kw_only=True)
class OneNightArm(Arm):
    """One arm of an experiment on One Night.

    Attributes:
        first_speech: whether only the first speech of a game is of interest. Its speaker then has the role
          `Role.VILLAGER`, all others play at random, and one round is played.
        rounds: of statements, each followed by a vote.
        culprits: the method of werewolf, minion and tanner instead, `METHOD[:OPTIONS][@MODEL]`; empty where
          all seats play alike.
    """

    game: str = "onenight"
    first_speech: bool = False
    rounds: int = 3
    culprits: str = ""

    @property
    def wins(self) -> str:
        return "wins.village"

    @property
    def is_by_lot(self) -> bool:
        return self.method == BY_LOT

    def setup(self, story: Story, evaluations: int) -> OneNightSetup:
        language = story.language
        players = seat_names(self.players or PLAYERS, language)
        fields = {"language": language, "players": players, "rounds": self.rounds}
        if not self.first_speech:
            return OneNightSetup.model_validate({**fields, **self.options})
        others = list(OneNightSetup(players=players).table.roles)
        others.remove(Role.VILLAGER)
        return OneNightSetup.model_validate({**fields, "rounds": 1, "deal": (Role.VILLAGER, *others)})

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        others = game.players[1:] if self.first_speech else ()
        teams = [f"{team}={self.culprits}" for team in (Team.WEREWOLF, Team.TANNER)] if self.culprits else []
        seats = [f"{player}={BY_LOT}" for player in others]
        return Seating(method=self.method, model=model, seats=seats, teams=teams)

    def select_talk(self, talk: TableTalk) -> TableTalk:
        """Returns the whole talk, or only the first speech of the first seat, if any."""
        if not self.first_speech:
            return talk
        first = [utterance for utterance in talk.utterances if utterance.player == talk.players[0]]
        return replace(talk, utterances=tuple(first[:1]))


class OneNightArmForm(TableArmForm):
    """An arm at tables of One Night."""

    rounds: int = Field(default=3, ge=1, description="Of statements, each followed by a vote.")

    def arm(self, game: str) -> Arm:
        return OneNightArm(options=self.setup, **self.keywords("setup"))


PART = OneNightArmForm
STORIES = Stories(game="onenight", drawn="game")
