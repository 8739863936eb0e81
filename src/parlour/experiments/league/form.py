"""A league as its file says it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from parlour.llm import Language


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class LeagueGame(_Form):
    """A game in which everybody meets everybody."""

    game: str = Field(description="Which game is played.")
    name: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9_.-]*$",
        description="How it is called, where a game is played by two sets of rules; the game if left out.",
    )
    deals: int = Field(
        default=4, ge=1, description="Deals per pair and language, each played from both camps."
    )
    stories: str = Field(default="", description="What is played on; tables of the game if left out.")
    table: Mapping[str, Any] = Field(
        default={},
        description="By which rules: the fields of an arm of that game (`parlour run --schema`), such as"
        " players, setup or rounds.",
    )

    @property
    def called(self) -> str:
        """Its name within the league."""
        return self.name or self.game


class LeagueForm(_Form):
    """A league: who enters, and in which games they meet."""

    name: str = Field(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", description="As its runs and files are called."
    )
    title: str = Field(default="", description="What it is about, in one line; its name if left out.")
    entrants: Mapping[str, str] = Field(
        min_length=2, description="Who enters: NAME: METHOD[:OPTIONS][@MODEL]."
    )
    games: tuple[LeagueGame, ...] = Field(min_length=1, description="In which games they meet.")
    languages: tuple[Language, ...] = Field(
        default=("en",), min_length=1, description="In which every deal is played."
    )
    seed: int = Field(default=0, ge=0, description="Of the first deal.")
    model: str | None = Field(
        default=None, description="What entrants think with that name no model of their own."
    )
    embedding: str | None = Field(default=None, description="What retrieval ranks by.")
