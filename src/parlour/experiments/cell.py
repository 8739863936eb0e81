"""The cells of a run: which condition plays which story, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parlour.experiments.night import Night
from parlour.experiments.pairing import SIDES, Pairing, Side
from parlour.experiments.stories import Story
from parlour.experiments.suite import Arm, Condition, Suite


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One match of a run: every condition plays the same stories with the same seeds.

    Attributes:
        condition: the arm.
        story: what is played.
        game: which of its matches, from 0.
        evaluation: which evaluation it is, from 1, where nothing is played and each is a match of its own.
        side: what a pairing's own method plays; None on a mystery.
    """

    condition: Arm
    story: Story
    game: int
    evaluation: int = 1
    side: Side | None = None

    @property
    def key(self) -> str:
        """Its name within the run."""
        told = (self.condition.name, self.story.name, self.story.language, self.game, self.evaluation)
        return "|".join(map(str, (*told, self.side) if self.side else told))

    @property
    def kind(self) -> tuple[str, Side | None]:
        """What takes alike: its arm, and the side that a pairing's own method plays in it."""
        return self.condition.name, self.side


def cells(suite: Suite, stories: Sequence[Story], games: int, evaluations: int) -> Iterator[Cell]:
    """Every cell of a run, story by story, so that the conditions advance together.

    A table that only reads and votes repeats its vote in each evaluation (NOTES 6), so that there each
    evaluation is a match; after play, the evaluations repeat the questions alone. Of a pairing, each side is
    a match.
    """
    for story in stories:
        for game in range(games):
            for condition in suite.conditions:
                if condition.language not in (None, story.language):
                    continue
                yield from _matches(Cell(condition=condition, story=story, game=game), evaluations)


def _matches(cell: Cell, evaluations: int) -> Iterator[Cell]:
    match cell.condition:
        case Pairing():
            yield from (replace(cell, side=side) for side in SIDES)
        case Night():
            yield cell
        case Condition() as condition:
            repeats = 1 if condition.is_played else evaluations
            yield from (replace(cell, evaluation=number) for number in range(1, repeats + 1))
