"""An arm of an experiment: one way of playing, set beside others on the same stories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Self, cast

from pydantic import BaseModel, ConfigDict, Field

from parlour.agents.memory import Budgets
from parlour.arena import Seating
from parlour.core import GameSetup, find_game, read_setup
from parlour.evaluation.richness import TableTalk
from parlour.llm import Language

Place = tuple[int, str | None]
"""The evaluation of a match, from 1, and the side that the arm's own method plays, if it changes sides."""
NAMES: Mapping[Language, str] = {"en": "Player {}", "zh": "{}号玩家"}


@dataclass(frozen=True, kw_only=True)
class Arm:
    """One arm of an experiment: all seats of a table play alike. A game's own kinds of arm derive from it.

    Attributes:
        method: how its seats play, `METHOD[:OPTIONS][@MODEL]`; without a model, with the run's.
        language: of the matches; None for the run's.
        note: a note for readers of its rows.
        is_played: False for a table that only reads, votes and answers.
        rival: the method that its own meets, in the form of `method`; empty for none.
        players: how many sit there; 0 for as many as is usual.
        options: what else the game is dealt from.
    """

    name: str
    method: str
    game: str
    language: Language | None = None
    note: str = ""
    is_played: bool = True
    rival: str = ""
    players: int = 0
    options: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)

    @property
    def own(self) -> tuple[str, ...]:
        """The methods whose seats its rows are about; empty for every seat."""
        return ()

    @property
    def wins(self) -> str:
        """The name of the metric of the seeking side's wins."""
        return "win_rate"

    @property
    def is_by_lot(self) -> bool:
        """True if no model plays."""
        return False

    @property
    def fixed_side(self) -> str:
        """The sought side, if a run may choose how it plays; empty for none."""
        return ""

    @property
    def fixed_method(self) -> str:
        """The default method of that side; empty for that of the others."""
        return ""

    @property
    def budgets(self) -> Budgets | None:
        """The token budgets of a prompt for talk and for scripts; None for those of any match."""
        return None

    def with_method(self, name: str, method: str, note: str) -> Self | None:
        """Returns an arm by the same rules, played by another method; None where that would meet itself.

        Args:
            name: how it is called, or, where the method meets several others, how its name begins.
            method: `METHOD[:OPTIONS][@MODEL]`.
            note: a note for readers of its rows.
        """
        return replace(self, name=name, method=method, note=note)

    def matches(self, evaluations: int) -> Iterator[Place]:
        """Yields the matches that it plays of one story and game, given the number of evaluations."""
        yield 1, None

    def evaluations(self, asked: int) -> int:
        """Returns the number of evaluations in one of its matches, given the number requested."""
        return 0

    def setup(self, story: Story, evaluations: int) -> GameSetup:
        """Returns the game that it plays on a story: its usual rules, changed by the options."""
        name = NAMES[story.language]
        count = self.players or find_game(self.game).usual
        players = [name.format(seat) for seat in range(1, count + 1)]
        fields = {"name": self.game, "language": story.language, "players": players, **self.options}
        return read_setup(fields)

    def seed(self, story: Story, run: int) -> int:
        """Returns the seed of a match: the story's, which deals the roles, or else the run's."""
        return run if story.seed is None else story.seed

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Returns who plays which seat: the method every one."""
        return Seating(method=self.method, model=model)

    def select_talk(self, talk: TableTalk) -> TableTalk:
        """Returns the part of a match's talk that measures of richness cover: all of it."""
        return talk


@dataclass(frozen=True, kw_only=True)
class Story:
    """A script or a table, named so that another process can get it.

    Attributes:
        seed: of what is made, such as a table's deal; None where it is only found.
    """

    id: str
    language: Language
    seed: int | None = None

    @property
    def name(self) -> str:
        """As cells and tables name it."""
        return self.id if self.seed is None else f"{self.id}-{self.seed}"


PART = "arms"


class ArmForm(BaseModel):
    """The fields that an arm of any game has in a file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, description="How its rows are called.")
    method: str = Field(min_length=1, description="How its seats play: METHOD[:OPTIONS][@MODEL].")
    language: Language | None = Field(default=None, description="In which alone it is played.")
    note: str = Field(default="", description="What a reader of its rows should know.")

    def arm(self, game: str) -> Arm:
        """Returns the arm that these fields describe."""
        raise NotImplementedError


class TableArmForm(ArmForm):
    """An arm at tables that a seed deals."""

    players: int = Field(default=0, ge=0, description="How many sit at a table; as usual if left out.")
    setup: Mapping[str, Any] = Field(default={}, description="What else the game is dealt from.")

    def arm(self, game: str) -> Arm:
        """Returns an arm in which all seats have the same method."""
        return Arm(game=game, options=self.setup, **self.keywords("setup"))

    def keywords(self, *without: str) -> dict[str, Any]:
        """Returns the fields as keyword arguments of an arm, except those named."""
        return {name: value for name, value in self if name not in without}


def arm_form(game: str) -> type[ArmForm]:
    """Returns the form that a game's arms have in a file."""
    form = find_game(game).find_part(PART, type)
    return cast("type[ArmForm]", form) if form else TableArmForm
