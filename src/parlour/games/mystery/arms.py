"""One arm of an experiment on mysteries, in which all but the murderers play alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field

from parlour.arena import Seating
from parlour.core import GameSetup
from parlour.experiments import Arm, ArmForm, Place, Story
from parlour.games.mystery.setup import MysterySetup, QuestionsTo, Team
from parlour.games.mystery.stories import MysteryStories, script_of


@dataclass(frozen=True, kw_only=True)
class MysteryArm(Arm):
    """One arm of an experiment on mysteries.

    Attributes:
        murderers: the method of murderers instead; empty if all seats play alike. The papers fix it across
            conditions, so that a better score is not a weaker opponent.
        questions: per victim and round; 0 means each other player, once.
        is_played: False for a table that only reads, votes and answers (PP, OP).
    """

    game: str = "mystery"
    murderers: str = ""
    rounds: int = 3
    questions: int = 1
    questions_to: QuestionsTo = "different"
    is_played: bool = True
    omniscient: bool = False

    @property
    def fixed_side(self) -> str:
        """The team with a fixed method: the murderers."""
        return Team.MURDERER

    @property
    def fixed_method(self) -> str:
        return self.murderers

    def matches(self, evaluations: int) -> Iterator[Place]:
        """Yields one match, or, for a table that only reads and votes, one per evaluation.

        After play, the evaluations repeat the questions alone.
        """
        repeats = 1 if self.is_played else max(1, evaluations)
        yield from ((number, None) for number in range(1, repeats + 1))

    def evaluations(self, asked: int) -> int:
        """Returns how often a match puts the questions; without play, each evaluation is a match."""
        return asked if self.is_played else 1

    def setup(self, story: Story, evaluations: int) -> MysterySetup:
        script, count = script_of(story), self.evaluations(evaluations)
        return MysterySetup(
            script=script,
            rounds=self.rounds if self.is_played else 0,
            questions=self.questions or len(script.players) - 1,
            questions_to=self.questions_to,
            introductions=self.is_played,
            omniscient=self.omniscient,
            answers=evaluations > 0,
            evaluations=max(1, count),
        )

    def seed(self, story: Story, run: int) -> int:
        """Returns the seed of the run, which no story changes."""
        return run

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Returns the seating; the run's method of murderers takes precedence over the condition's."""
        fixed = sought or self.murderers
        return Seating(
            method=self.method, model=model, teams=(f"{self.fixed_side}={fixed}",) if fixed else ()
        )


class MysteryArmForm(ArmForm):
    """An arm on mysteries, in which all but the murderers play alike."""

    murderers: str = Field(default="", description="How murderers play instead: METHOD[:OPTIONS][@MODEL].")
    rounds: int = Field(default=3, ge=1, description="Of questions.")
    questions: int = Field(default=1, ge=0, description="Per victim and round; 0 for everybody else, once.")
    questions_to: QuestionsTo = Field(
        default="different", description="Whether these go to different players or all to one."
    )
    is_played: bool = Field(default=True, description="Not for a table that only reads, votes and answers.")
    omniscient: bool = Field(default=False, description="Whether everybody reads everybody's script.")

    def arm(self, game: str) -> Arm:
        return MysteryArm(**dict(self))


PART = MysteryArmForm
STORIES = MysteryStories()
