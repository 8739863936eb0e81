"""The setup of a mystery, and its two sides."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import GameSetup, Player
from parlour.errors import UsageError
from parlour.games.mystery.script import Script, question_name

QuestionsTo = Literal["different", "one"]
"""The addressees of one turn's questions."""


class MysterySetup(BaseModel):
    """The setup of a mystery.

    Attributes:
        name: the game.
        script: the story.
        rounds: rounds of open questioning; with none, there is no talk after the introductions.
        questions: the number of questions of one player per victim and round.
        questions_to: whether these go each to a `different` player, or all to `one`.
        self_votes: whether civilians may vote for themselves; a murderer never may.
        answers: whether the script's questions are put to the players after the vote.
        evaluations: the number of times each of these questions is put (the papers average over three).
        introductions: whether all players introduce themselves.
        omniscient: whether each player is dealt all scripts; with neither rounds nor introductions
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
        """Returns a match's setup, for code about mysteries alone.

        Raises:
            UsageError: if it is another game's.
        """
        if isinstance(game, cls):
            return game
        raise UsageError(f"this is for murder mysteries, and the match is a game of {game.name}")

    @property
    def players(self) -> tuple[Player, ...]:
        return self.script.players

    @property
    def language(self) -> Literal["en", "zh"]:
        return self.script.language

    @property
    def victims(self) -> tuple[str, ...]:
        return tuple(victim.name for victim in self.script.victims)

    @property
    def most_rounds(self) -> int:
        return self.rounds

    @property
    def dealt_roles(self) -> Mapping[str, int]:
        """No roles, since the rules name none."""
        return {}

    @property
    def story(self) -> str:
        return self.script.id

    @property
    def culprits(self) -> Mapping[str, tuple[Player, ...]]:
        """The murderers of each victim."""
        return {victim.name: victim.murderers for victim in self.script.victims}

    def question(self, case: str) -> tuple[str, Mapping[str, str]] | None:
        """Returns the question of that name, in any of its evaluations, and its answers by letter."""
        for number, question in enumerate(self.script.questions):
            if case in {question_name(number, time) for time in range(1, self.evaluations + 1)}:
                return question.text, dict(zip(question.letters, question.options, strict=True))
        return None

    def asked_at_the_end(self, player: Player) -> str:
        """Returns the final questions to a player; some repeat a sentence of another part."""
        put = [question for question in self.script.questions if self.script.is_asked(question, player)]
        return "\n".join(text for question in put for text in (question.text, *question.options))

    @property
    def title(self) -> str:
        return self.script.title


class Team(StrEnum):
    """The two sides of a mystery."""

    CIVILIAN = "civilian"
    MURDERER = "murderer"
