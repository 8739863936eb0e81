"""An arm of an experiment: one way of playing, set beside others on the same stories."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self, cast, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from parlour.agents.memory import Budgets
from parlour.arena import Seating
from parlour.core import GameSetup, find_game, read_setup
from parlour.evaluation.richness import TableTalk
from parlour.llm import Language

Place = tuple[int, str | None]
"""The evaluation of a match, from 1, and the side that the arm's own method plays, if it changes sides."""
NAMES: Mapping[Language, str] = {"en": "Player {}", "zh": "{}号玩家"}


class Arm(Protocol):
    """One arm of an experiment: a game brings its own kinds of arm, or else `TableArm` is used.

    Attributes:
        method: how its seats play, `METHOD[:OPTIONS][@MODEL]`; without a model, with the run's.
        language: of its stories; None for the run's.
        own: the methods whose seats its row is about; empty for every seat.
        fixed_team: the sought side, if a run may choose how it plays; empty for none.
        fixed_method: the default method of that side; empty for that of the others.
    """

    @property
    def name(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def method(self) -> str: ...
    @property
    def language(self) -> Language | None: ...
    @property
    def game(self) -> str: ...
    @property
    def own(self) -> tuple[str, ...]: ...
    @property
    def wins(self) -> str: ...
    @property
    def is_played(self) -> bool: ...
    @property
    def is_by_lot(self) -> bool: ...
    @property
    def fixed_team(self) -> str: ...
    @property
    def fixed_method(self) -> str: ...

    def matches(self, evaluations: int) -> Iterator[Place]:
        """Yields the matches that it plays of one story and game, given the number of evaluations."""
        ...

    def evaluations(self, asked: int) -> int:
        """Returns the number of evaluations in one of its matches, given the number requested."""
        ...

    def setup(self, story: Story, evaluations: int) -> GameSetup:
        """Returns the game that it plays on a story."""
        ...

    def seed(self, story: Story, run: int) -> int:
        """Returns the seed of a match, where the run has one of its own for it."""
        ...

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Returns who plays which seat."""
        ...

    def select_talk(self, talk: TableTalk) -> TableTalk:
        """Returns the part of a match's talk that measures of richness cover."""
        ...


@runtime_checkable
class TakesMethod(Protocol):
    """An arm that builds itself with another method; of others, name and method are replaced."""

    def with_method(self, name: str, method: str, note: str) -> Arm | None:
        """Returns an arm by the same rules, played by another method; None where that would meet itself.

        Args:
            name: how it is called, or, where the method meets several others, how its name begins.
            method: `METHOD[:OPTIONS][@MODEL]`.
            note: a note for readers of its rows.
        """
        ...


@runtime_checkable
class SetsBudgets(Protocol):
    """An arm whose prompts have budgets of their own; others have those of any match."""

    @property
    def budgets(self) -> Budgets:
        """The token budgets of a prompt for talk and for scripts."""
        ...


@dataclass(frozen=True, kw_only=True)
class TableArm:
    """An arm in which all seats of a table play alike, whatever the game.

    Attributes:
        method: how the seats play, `METHOD[:OPTIONS][@MODEL]`.
        language: of the matches; None for the run's.
        players: how many sit there; 0 for as many as is usual.
    """

    name: str
    method: str
    game: str
    language: Language | None = None
    note: str = ""
    is_played: bool = True
    players: int = 0
    options: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)

    @property
    def own(self) -> tuple[str, ...]:
        """Its rows are about every seat."""
        return ()

    @property
    def wins(self) -> str:
        """The name of the metric of the seeking side's wins."""
        return "win_rate"

    @property
    def is_by_lot(self) -> bool:
        """True if no model plays."""
        return False

    def with_method(self, name: str, method: str, note: str) -> Self | None:
        """Returns the same arm with another method in its seats."""
        return replace(self, name=name, method=method, note=note)

    @property
    def fixed_team(self) -> str:
        """Empty: every side plays as the arm has it."""
        return ""

    @property
    def fixed_method(self) -> str:
        """None."""
        return ""

    def matches(self, evaluations: int) -> Iterator[Place]:
        """Yields the only match."""
        yield 1, None

    def evaluations(self, asked: int) -> int:
        """Returns 0: no questions are put."""
        return 0

    def setup(self, story: Story, evaluations: int) -> GameSetup:
        """Returns the game with its usual rules, changed by the options."""
        name = NAMES[story.language]
        count = self.players or find_game(self.game).usual
        players = [name.format(seat) for seat in range(1, count + 1)]
        told = {"name": self.game, "language": story.language, "players": players, **self.options}
        return read_setup(told)

    def seed(self, story: Story, run: int) -> int:
        """Returns the story's seed, which deals the roles."""
        return run if story.seed is None else story.seed

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Returns a seating with the method in every seat."""
        return Seating(method=self.method, model=model)

    def select_talk(self, talk: TableTalk) -> TableTalk:
        """Returns all talk."""
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
        return TableArm(game=game, options=self.setup, **self.told("setup"))

    def told(self, *without: str) -> dict[str, Any]:
        """Returns the fields as keyword arguments of an arm, except those named."""
        return {name: value for name, value in self if name not in without}


def arm_form(game: str) -> type[ArmForm]:
    """Returns the form that a game's arms have in a file."""
    found = find_game(game).find_part(PART, type)
    return cast("type[ArmForm]", found) if found else TableArmForm
