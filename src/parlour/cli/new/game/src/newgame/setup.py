"""The setup of a match of Newgame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from parlour.core import Player, WithoutStory, chance
from parlour.errors import SetupError

FEWEST, MOST = 3, 10
TRAITOR, LOYAL = "traitor", "loyal"


class NewgameSetup(WithoutStory, BaseModel):
    """The players and options of a match of Newgame; one of the players is the traitor."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Literal["newgame"] = "newgame"
    language: Literal["en", "zh"] = "en"
    players: tuple[Player, ...]
    rounds: int = Field(
        default=2,
        ge=1,
        le=10,
        title="Rounds",
        description="How often everybody speaks before the vote.",
        json_schema_extra={"zh": {"title": "轮数", "description": "投票之前每人发言几次。"}},
    )
    words: int = Field(
        default=80,
        ge=10,
        le=500,
        title="Words",
        description="The limit of a speech.",
        json_schema_extra={"zh": {"title": "字数", "description": "一次发言的上限。"}},
    )

    @model_validator(mode="after")
    def _can_be_dealt(self) -> Self:
        if not FEWEST <= len(self.players) <= MOST or len(set(self.players)) < len(self.players):
            raise SetupError(f"Newgame is for {FEWEST} to {MOST} players, each with a name of their own")
        return self

    @property
    def most_rounds(self) -> int:
        """The number of rounds."""
        return self.rounds

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """The public number of players of each role."""
        return {TRAITOR: 1, LOYAL: len(self.players) - 1}

    def traitor(self, seed: int) -> Player:
        """Draws the traitor by the match seed."""
        return chance(seed, "deal").choice(self.players)


def seat_names(count: int, language: Literal["en", "zh"]) -> tuple[Player, ...]:
    """Returns that many names of seats."""
    name = {"en": "Player {}", "zh": "{}号玩家"}[language]
    return tuple(name.format(seat) for seat in range(1, count + 1))
