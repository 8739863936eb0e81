"""What is played: a game's table for every seed, and the seat in which the model sits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import verifiers.v1 as vf
from pydantic import Field


class ParlourConfig(vf.TasksetConfig):
    """A game as it is asked for, under `--env.taskset.*`.

    Attributes:
        game: its name; any that is installed.
        players: how many sit at the table; as usual for the game where nothing is said.
        seat: in which of them the model sits, from 0; each in turn where nothing is said.
        others: the method in every other seat, and its model: `METHOD[:OPTIONS][@MODEL]`.
        language: of the table, en or zh.
        asked: what else is asked of the game: rules, a script.
        bits: how much a bit is worth that the seat comes to prove; in games that say what that is.
        first: the seed of the first task; hold tasks out by another.
    """

    game: str = "werewolf"
    players: int | None = None
    seat: int | None = None
    others: str = "plain@reader"
    language: str | None = None
    asked: dict[str, Any] = Field(default_factory=dict)
    bits: float = 0.0
    first: int = 0


class ParlourData(vf.TaskData):
    """What an episode is dealt from.

    Attributes:
        seed: of the match.
        seat: in which the model sits.
        game: as it is asked for.
    """

    seed: int
    seat: int
    game: dict[str, Any]


class ParlourTask(vf.Task[ParlourData, vf.State, vf.TaskConfig]):
    """One table, in one seat of which the model plays."""


class ParlourTaskset(vf.Taskset[ParlourTask, ParlourConfig]):
    """A task for every seed, without end."""

    INFINITE = True

    def load(self) -> Iterator[ParlourTask]:
        """The tables of all seeds from the first on."""
        game = self.config.model_dump(include={"game", "players", "others", "language", "asked", "bits"})
        for number in count():
            seat = number if self.config.seat is None else self.config.seat
            seed = self.config.first + number
            data = ParlourData(name=f"{self.config.game}#{seed}", seed=seed, seat=seat, game=game)
            yield ParlourTask(data, self.config.task)
