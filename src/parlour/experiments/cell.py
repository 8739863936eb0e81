"""The cells of a run: which condition plays which story, and how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour import library
from parlour.experiments.suite import Condition, Suite
from parlour.games.mystery import Script, generate
from parlour.llm import Language

GENERATED = "generated"
TABLES = tuple((players, victims) for victims in (1, 2) for players in (4, 5, 6, 7))
"""Players and victims of the generated mysteries of a run, in turn (the ladder's 4 to 7 and 1 and 2)."""


@dataclass(frozen=True, kw_only=True)
class Story:
    """A script, named so that another process can get it.

    Attributes:
        id: of the library; `generated` for one of its own.
        language: of its text.
        seed: of a generated one.
    """

    id: str
    language: Language
    seed: int = 0

    @property
    def name(self) -> str:
        """As cells and tables name it."""
        return f"{self.id}-{self.seed}" if self.id == GENERATED else self.id

    def script(self) -> Script:
        """The script itself.

        Raises:
            UsageError: if the library has no such script any more.
        """
        if self.id != GENERATED:
            return library.find(self.id, self.language)
        players, victims = TABLES[self.seed % len(TABLES)]
        return generate(self.seed, players=players, victims=victims, lang=self.language)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One match of a run: every condition plays the same stories with the same seeds.

    Attributes:
        condition: the arm.
        story: what is played.
        game: which of its matches, from 0; its seed.
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
