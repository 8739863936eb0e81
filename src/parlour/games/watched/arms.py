"""One arm of an experiment on recorded games: a method beside the table, or in a player's chair."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import Field

from parlour.agents.memory import Budgets
from parlour.core import chance
from parlour.errors import UsageError
from parlour.experiments import Arm, Story, TableArmForm
from parlour.games.watched.setup import WatchedSetup, chairs, followed_as
from parlour.games.watched.stories import transcript_of

TALK_TOKENS = 16_000
"""More than any talk of the collections that are known has."""


@dataclass(frozen=True, kw_only=True)
class WatchArm(Arm):
    """One arm of an experiment on recorded games.

    Attributes:
        in_chair: whether the watcher sits in a chair, drawn by the game's id, so that it is the same in
          every arm; else it is a spectator.
        labels: whether annotators' labels stand behind what is said.
    """

    in_chair: bool = False
    labels: bool = False

    @property
    def budgets(self) -> Budgets:
        """The whole talk of a game, as far as the window allows: cut parts would be read anew each time."""
        return Budgets(dialogue=TALK_TOKENS)

    @property
    def wins(self) -> str:
        return "watch.hit.at100"

    def setup(self, story: Story, evaluations: int) -> WatchedSetup:
        """Returns the recorded game, and the place of the watcher.

        Raises:
            UsageError: if a chair is wanted and there is none to sit in.
        """
        transcript = transcript_of(story)
        chair = None
        if self.in_chair:
            free = chairs(followed_as(self.game, transcript))
            if not free:
                raise UsageError(f"nobody can sit in a chair of {transcript.id}: ask for games with chairs")
            chair = chance(0, "chair", transcript.id).choice(free)
        told = {"name": self.game, "language": story.language, "chair": chair, "labels": self.labels}
        return WatchedSetup.model_validate({**told, "transcript": transcript, **self.options})


class WatchArmForm(TableArmForm):
    """An arm of an experiment on recorded games."""

    in_chair: bool = Field(default=False, description="In a player's chair; beside the table if left out.")
    labels: bool = Field(default=False, description="Annotators' labels stand behind what is said.")

    def arm(self, game: str) -> Arm:
        return WatchArm(game=game, options=self.setup, **self.keywords("setup"))


PART = WatchArmForm
