"""The cells of a run: which condition plays which story, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.experiments.arm import Arm
from parlour.experiments.story import Story
from parlour.experiments.suite import Suite


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One match of a run: every condition plays the same stories with the same seeds.

    Attributes:
        condition: the arm.
        story: what is played.
        game: which of its matches, from 0.
        evaluation: which evaluation it is, from 1, where nothing is played and each is a match of its own.
        side: what the arm's own method plays, if it changes sides.
    """

    condition: Arm
    story: Story
    game: int
    evaluation: int = 1
    side: str | None = None

    @property
    def key(self) -> str:
        """Its name within the run."""
        told = (self.condition.name, self.story.name, self.story.language, self.game, self.evaluation)
        return "|".join(map(str, (*told, self.side) if self.side else told))

    @property
    def kind(self) -> tuple[str, str | None]:
        """What takes alike: its arm, and the side that its own method plays."""
        return self.condition.name, self.side


def cells(suite: Suite, stories: Sequence[Story], games: int, evaluations: int) -> Iterator[Cell]:
    """Every cell of a run, story by story, so that the conditions advance together."""
    for story in stories:
        for game in range(games):
            for condition in suite.conditions:
                if condition.language not in (None, story.language):
                    continue
                for evaluation, side in condition.matches(evaluations):
                    yield Cell(condition=condition, story=story, game=game, evaluation=evaluation, side=side)
