"""An arm as a file describes it; a game brings the forms of its own kinds of arm as the part `arms`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import find_game
from parlour.experiments.arm import Arm, TableArm
from parlour.llm import Language

PART = "arms"


class ArmForm(BaseModel):
    """What can be said of any arm."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str = Field(min_length=1, description="How its rows are called.")
    method: str = Field(min_length=1, description="How its seats play: METHOD[:OPTIONS][@MODEL].")
    language: Language | None = Field(default=None, description="In which alone it is played.")
    note: str = Field(default="", description="What a reader of its rows should know.")

    def arm(self, game: str) -> Arm:
        """The arm of a game that is described."""
        raise NotImplementedError


class TableArmForm(ArmForm):
    """An arm at tables that a seed deals."""

    players: int = Field(default=0, ge=0, description="How many sit at a table; as usual if left out.")
    setup: Mapping[str, Any] = Field(default={}, description="What else the game is dealt from.")

    def arm(self, game: str) -> Arm:
        """A table in which all seats play alike."""
        return TableArm(game=game, options=self.setup, **self.told("setup"))

    def told(self, *without: str) -> dict[str, Any]:
        """Its fields as an arm of the same fields takes them."""
        return {name: value for name, value in self if name not in without}


def arm_form(game: str) -> type[ArmForm]:
    """What a file may say of an arm of a game.

    Raises:
        UnknownGame: if it is not installed.
        BrokenPlugin: if it cannot be used.
    """
    found = find_game(game).find_part(PART, type)
    return cast("type[ArmForm]", found) if found else TableArmForm
