"""What a mystery is dealt from, and its two sides."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import GameSetup, Player
from parlour.errors import UsageError
from parlour.games.mystery.script import Script

QuestionsTo = Literal["different", "one"]
"""Whom the questions of one turn go to."""


class MysterySetup(BaseModel):
    """What a mystery is dealt from.

    Attributes:
        name: the game.
        script: the story.
        rounds: rounds of open questioning; with none, nobody speaks after the introductions.
        questions: how many questions one player may ask per victim and round.
        questions_to: whether these go each to a `different` player, or all to `one`.
        self_votes: whether civilians may vote for themselves; a murderer never may.
        answers: whether the script's questions are put to the players after the vote.
        evaluations: how many times each of these questions is put (the papers average over three).
        introductions: whether everybody says who they are.
        omniscient: whether everybody is dealt everybody's script; with neither rounds nor introductions
            this is the papers' omniscient perspective, and without it their personal perspective.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Literal["mystery"] = "mystery"
    script: Script
    rounds: int = Field(default=3, ge=0, le=20)
    questions: int = Field(default=1, ge=1, le=11)
    questions_to: QuestionsTo = "different"
    self_votes: bool = False
    answers: bool = True
    evaluations: int = Field(default=1, ge=1, le=20)
    introductions: bool = True
    omniscient: bool = False

    @classmethod
    def of(cls, game: GameSetup) -> Self:
        """A match's setup, for whatever is about mysteries alone.

        Raises:
            UsageError: if it is another game's.
        """
        if isinstance(game, cls):
            return game
        raise UsageError(f"this is for murder mysteries, and the match is a game of {game.name}")

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, in seat order."""
        return self.script.players

    @property
    def language(self) -> Literal["en", "zh"]:
        """The table's, which is the script's."""
        return self.script.language

    @property
    def victims(self) -> tuple[str, ...]:
        """Who was killed."""
        return tuple(victim.name for victim in self.script.victims)

    @property
    def most_rounds(self) -> int:
        """How many rounds of questions are played."""
        return self.rounds

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """The rules name no roles."""
        return {}

    @property
    def story(self) -> str:
        """The id of the script."""
        return self.script.id

    @property
    def title(self) -> str:
        """The script's."""
        return self.script.title


class Team(StrEnum):
    """The two sides of a mystery."""

    CIVILIAN = "civilian"
    MURDERER = "murderer"
