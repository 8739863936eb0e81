"""The cells of a run: which condition plays which story, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.experiments.stories import Story
from parlour.experiments.suite import Condition, Suite


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One match of a run: every condition plays the same stories with the same seeds.

    Attributes:
        condition: the arm.
        story: what is played.
        game: which of its matches, from 0.
        evaluation: which evaluation it is, from 1, where nothing is played and each is a match of its own.
    """

    condition: Condition
    story: Story
    game: int
    evaluation: int = 1

    @property
    def key(self) -> str:
        """Its name within the run."""
        return f"{self.condition.name}|{self.story.name}|{self.story.language}|{self.game}|{self.evaluation}"


def cells(suite: Suite, stories: Sequence[Story], games: int, evaluations: int) -> Iterator[Cell]:
    """Every cell of a run, story by story, so that the conditions advance together.

    A table that only reads and votes repeats its vote in each evaluation (NOTES 6), so that there each
    evaluation is a match; after play, the evaluations repeat the questions alone.
    """
    for story in stories:
        for game in range(games):
            for condition in suite.conditions:
                if condition.language not in (None, story.language):
                    continue
                repeats = 1 if condition.is_played else evaluations
                for evaluation in range(1, repeats + 1):
                    yield Cell(condition=condition, story=story, game=game, evaluation=evaluation)
