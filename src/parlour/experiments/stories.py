"""The stories of a run: scripts, where a game has any, or tables that a seed deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from parlour.core import GameSetup, find_game
from parlour.errors import UsageError
from parlour.evaluation import MatchScore
from parlour.experiments.arm import Arm, Story
from parlour.experiments.run import RunDefinition
from parlour.experiments.suite import Measured
from parlour.llm import Language

LANGUAGES: Mapping[str, str] = {"en": "English", "zh": "Chinese"}
Telling = tuple[str, Language]
"""A story in one language."""


@dataclass(frozen=True, kw_only=True)
class Size:
    """The factors with which the requests of a match grow."""

    asking: int = 1
    answers: int = 0


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A number of ours that stands beside a published one."""

    run: RunDefinition
    arm: Arm
    theirs: Measured
    setups: Sequence[GameSetup]
    languages: frozenset[Language]
    games: int
    is_whole: bool


@dataclass(frozen=True, kw_only=True)
class Stories:
    """The stories of a game: tables whose seed deals the roles, unless its part `arms.STORIES` differs.

    Attributes:
        drawn: the unit that is resampled for an interval: a match, a table.
        played_on: the noun for one of them: a story, a table.
        has_baselines: whether something can be said of them without a model: lines that every condition has
            to beat (`baselines`).
    """

    game: str
    drawn: str = "match"
    played_on: str = "table"
    has_baselines: ClassVar[bool] = False

    @property
    def together(self) -> str:
        """The noun for all of them: tables, matches or games."""
        return f"{self.drawn}es" if self.drawn.endswith("ch") else f"{self.drawn}s"

    def is_made(self, told: str) -> bool:
        """Returns whether the stories asked for are made from seeds, so that a run takes a number of them."""
        return True

    def at_difficulty(self, told: str, difficulty: str) -> str:
        """Returns the request for stories of a difficulty.

        Raises:
            UsageError: if these have no difficulty that could be chosen, or none of that name.
        """
        raise UsageError(f"no difficulty can be chosen of {told}: its tables are dealt by seeds alone")

    def find(self, told: str, language: Language | None, games: int, seed: int) -> tuple[Story, ...]:
        """Returns the stories of a request: of tables a number, in English unless the run says otherwise.

        Args:
            told: a run's request for stories.
            language: of their texts; None for the game's own choice.
            games: how many, if they are made.
            seed: of the first that is made; the others count on from it.

        Raises:
            UsageError: if there are none, or the game is not played on that.
        """
        if told != self.game:
            raise UsageError(f"a suite that plays {self.game} is not played on {told!r}")
        return tuple(
            Story(id=told, language=language or "en", seed=number) for number in range(seed, seed + games)
        )

    def left_out(self, told: str) -> Sequence[str]:
        """Returns a sentence for each part of a request that is left out, since it is of no use."""
        return ()

    def size(self, story: Story) -> Size:
        """Returns the factors with which the requests of its matches grow."""
        return Size()

    def published_name(self, story: str) -> str | None:
        """Returns a story's name in published tables; None where it is in none."""
        return None

    def drawn_as(self, setup: GameSetup) -> str:
        """Returns the key of the stories that are resampled with this one; empty without any."""
        return ""

    def licences(self, asked: str, setups: Mapping[Telling, GameSetup]) -> Sequence[str]:
        """Returns each source of what was played with its licence."""
        return (f"tables of {self.game} dealt by Parlour: Apache-2.0",)

    def guesses(self, setups: Mapping[Telling, GameSetup]) -> Mapping[str, Mapping[Telling, MatchScore]]:
        """Returns the expected scores of guessing, by rule and story; empty without anything to guess."""
        return {}

    def ceilings(self, setups: Mapping[Telling, GameSetup]) -> Mapping[Telling, MatchScore]:
        """Returns the highest possible scores, by story; empty where no key is wrong."""
        return {}

    def is_of_baselines(self, metric: str) -> bool:
        """Returns whether a metric applies to rules without a model."""
        return False

    def baselines(self, setups: Mapping[Telling, GameSetup]) -> Mapping[str, Mapping[Telling, MatchScore]]:
        """Returns the scores of simple rules on the same stories, by rule and story, as of matches."""
        return {}

    def unlike(self, shown: Shown) -> Iterator[str]:
        """Yields the differences in measurement from the published number, besides the model."""
        measured = shown.theirs
        if other_languages := shown.languages - {measured.language}:
            ours = " and ".join(LANGUAGES[language] for language in sorted(other_languages))
            which = "some tables" if measured.language in shown.languages else "the tables"
            yield f"{which} are in {ours}, theirs in {LANGUAGES[measured.language]}"
        if measured.games and shown.games < measured.games:
            yield f"it is over {shown.games} games, theirs over {measured.games}"


def stories_of(game: str) -> Stories:
    """Returns the stories of a game."""
    return find_game(game).find_part("arms.STORIES", Stories) or Stories(game=game)
