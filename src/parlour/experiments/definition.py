"""The experiments of a user's own, and round robins, as data: what a file says, checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Self, cast

from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

from parlour.arena import Seating
from parlour.core import DEALT_OTHERWISE, GAMES, Game, GameSetup, Player, find_game, read_setup
from parlour.experiments.arm import Arm, Place, Story, arm_form
from parlour.experiments.suite import INVENTED, Figure, Measured, Published, PublishedKey, Suite
from parlour.llm import Language

VERSUS = " vs "
"""The separator of both entrants in the name of a meeting."""
METRICS = ("win_rate", "fault_rate", "play.calls")
"""The metrics of the plain table of such a run; the league's own tables have more."""


def camps_of(game: Game[Any]) -> tuple[str, str]:
    """Returns the two camps in which entrants meet: a game's first side, and all others together."""
    first, *others = game.teams
    return first, " + ".join(others)


@dataclass(frozen=True, kw_only=True)
class Meeting(Arm):
    """Two entrants in the same matches, each deal twice, with their camps swapped.

    So each of the two sits once in every seat of a deal, and what a deal or a seat is worth falls out of the
    comparison. The names at the table move on by a seat from deal to deal, where a game has names of its own.

    Attributes:
        name: both entrants, as its table calls it.
        table: the arm whose rules hold; each entrant plays by them in place of its method.
        method: the first entrant; `rival` is the other.
        seeds: what deals the tables instead, in that order; none where each deal is its story's own.
    """

    table: Arm
    first: int
    seeds: tuple[int, ...] = ()

    @property
    def camps(self) -> tuple[str, str]:
        """The two camps; a match is called by the one that the first entrant holds."""
        return camps_of(find_game(self.game))

    def matches(self, evaluations: int) -> Iterator[Place]:
        yield from ((1, camp) for camp in self.camps)

    def evaluations(self, asked: int) -> int:
        return self.table.evaluations(asked)

    def with_method(self, name: str, method: str, note: str) -> Self | None:
        """Returns the same meeting with another first entrant; None where it would meet itself."""
        return None if method == self.rival else replace(self, name=name, method=method, note=note)

    def setup(self, story: Story, evaluations: int) -> GameSetup:
        """Returns the table's game, the names moved on by as many seats as deals came before."""
        setup = self.table.setup(story, evaluations)
        if not self.seeds:
            return setup
        fields = cast("BaseModel", setup).model_dump()
        return read_setup({**fields, "players": rotate(setup.players, self._deal(story))})

    def seed(self, story: Story, run: int) -> int:
        return self.seeds[self._deal(story)] if self.seeds else self.table.seed(story, run)

    def seating(self, game: GameSetup, seed: int, side: str | None, model: str, sought: str) -> Seating:
        """Returns a seating with one entrant in the first camp, the other in every other seat."""
        first, *others = find_game(self.game).teams
        home, away = (self.method, self.rival) if side == first else (self.rival, self.method)
        return Seating(method=home, model=model, teams=[f"{team}={away}" for team in others])

    def _deal(self, story: Story) -> int:
        return (story.seed or 0) - self.first


def rotate(players: tuple[Player, ...], seats: int) -> tuple[Player, ...]:
    """Returns the names, each moved on by a number of seats."""
    by = -seats % len(players)
    return (*players[by:], *players[:by])


class RoundRobin(BaseModel, frozen=True, extra="forbid"):
    """One game of a league with its entrants, as a run stores it.

    Attributes:
        entrants: `METHOD[:OPTIONS][@MODEL]` by name, each with its model where it uses one.
    """

    league: str
    name: str
    title: str
    game: str
    entrants: Mapping[str, str]
    table: Mapping[str, Any] = {}
    stories: str
    languages: tuple[Language, ...] = ()
    first: int
    deals: int
    seeds: tuple[int, ...] = ()

    @property
    def arm(self) -> Arm:
        """The arm whose rules hold in all meetings.

        Raises:
            ValidationError: if its fields are not those of the game's arms.
        """
        fields = {**self.table, "name": self.name, "method": next(iter(self.entrants.values()))}
        return arm_form(self.game).model_validate(fields).arm(self.game)

    @property
    def meetings(self) -> Mapping[tuple[str, str], Meeting]:
        """Every pair of entrants, called alike in whatever order the file names them."""
        table = self.arm
        return {
            (entrant, rival): Meeting(
                name=f"{entrant}{VERSUS}{rival}",
                game=self.game,
                table=table,
                method=self.entrants[entrant],
                rival=self.entrants[rival],
                first=self.first,
                seeds=self.seeds,
            )
            for entrant, rival in combinations(sorted(self.entrants), 2)
        }

    @property
    def suite(self) -> Suite:
        """The round robin as a suite, which is planned, played and gone on with as any other."""
        return Suite(
            name=f"{self.league}-{self.name}",
            title=f"{self.title}: {self.name}",
            source="a league of one's own",
            conditions=tuple(self.meetings.values()),
            metrics=METRICS,
            stories=self.stories,
            games=self.deals,
            languages=self.languages,
            published={},
        )

    def holds(self, other: RoundRobin) -> bool:
        """Returns whether another round robin differs only in its title, entrants and number of deals."""
        update = {"entrants": self.entrants, "deals": self.deals, "seeds": self.seeds, "title": self.title}
        shared = min(len(self.seeds), len(other.seeds))
        return other.model_copy(update=update) == self and self.seeds[:shared] == other.seeds[:shared]


class PublishedNumber(BaseModel, frozen=True, extra="forbid"):
    """A published number."""

    arm: str = Field(description="Beside which arm it stands.")
    metric: str = Field(description="What it measures.")
    value: float = Field(description="The number; a share is of 1.")
    deviation: float | None = Field(default=None, description="What stands behind its ±.")
    story: str = Field(default="", description="Of which story; of all together if left out.")
    note: str = Field(default="", description="What to mind of it.")


class PublishedNumbers(BaseModel, frozen=True, extra="forbid"):
    """Published numbers, with their source and the settings of their measurement."""

    source: str = Field(min_length=1, description="The table that they stand in.")
    model: str = Field(min_length=1, description="What played.")
    same_model: tuple[str, ...] = Field(
        default=(), description="What the names of that model contain; its own name if left out."
    )
    language: Language = Field(default="en", description="Of the stories or tables.")
    stories: int = Field(default=0, ge=0, description="Over how many stories; 0 if that is not said.")
    games: int = Field(default=0, ge=0, description="Over how many games; 0 if that is not said.")
    evaluations: int = Field(default=1, ge=1, description="How often questions were put.")
    temperature: float | None = Field(
        default=None, ge=0, le=2, description="Of what the model wrote; left out if that is not said."
    )
    invented: bool = Field(default=False, description="Whether they are made up, to show the form.")
    numbers: tuple[PublishedNumber, ...] = Field(min_length=1, description="The numbers.")

    @property
    def settings(self) -> Measured:
        names = self.same_model or (self.model,)
        fields = self.model_dump(exclude={"same_model", "invented", "numbers"})
        return Measured(**fields, same_model=tuple(name.lower() for name in names))

    @property
    def by_key(self) -> dict[PublishedKey, Published]:
        """The numbers by key; invented ones say so in their notes."""
        remark = INVENTED if self.invented else ""
        return {
            (number.arm, number.story, number.metric): Published(
                value=number.value,
                deviation=number.deviation,
                note="; ".join(filter(None, (remark, number.note))),
            )
            for number in self.numbers
        }


class Definition(BaseModel, frozen=True, extra="forbid"):
    """An experiment: arms that play the same stories, and what is measured of them.

    The options of the command line go before these fields.
    """

    name: str = Field(pattern=r"^\w[\w.-]*$", description="As its runs and files are called.")
    title: str = Field(min_length=1, description="What it shows, in one line.")
    source: str = Field(default="ours", description="Where it comes from.")
    game: str = Field(description="Which game is played.")
    arms: tuple[Mapping[str, Any], ...] = Field(min_length=1, description="What is set beside each other.")
    metrics: tuple[str, ...] = Field(min_length=1, description="What is measured.")
    players: int | None = Field(
        default=None, ge=1, description="At every table, unless an arm says otherwise."
    )
    setup: Mapping[str, Any] = Field(
        default={}, description="What else the game is dealt from, unless an arm says otherwise."
    )
    stories: str = Field(default="", description="What is played; tables of the game if left out.")
    languages: tuple[Language, ...] = Field(
        default=(), description="In which it is played; English if left out."
    )
    games: int = Field(default=1, ge=1, description="Matches per story and arm, or tables or stories in all.")
    seed: int = Field(default=0, ge=0, description="Of the first match; the others count on from it.")
    evaluations: int | None = Field(default=None, ge=0, description="How often questions are put.")
    sought: str = Field(default="", description="How those who are sought play, in every arm.")
    model: str | None = Field(default=None, description="What seats think with.")
    models: Mapping[str, str] = Field(default={}, description="What single arms or sides think with instead.")
    temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        description="Of what models write whose own settings say nothing of it; 0.7 if left out.",
    )
    embedding: str | None = Field(default=None, description="What retrieval ranks by.")
    reference: str = Field(default="", description="The arm with which the others are compared by a t-test.")
    elicits: bool = Field(
        default=False,
        description="Whether seats are asked at each vote what they hold of the others, outside the game.",
    )
    by_story: bool = Field(default=False, description="Whether the table has rows per story.")
    figure: Figure | None = Field(default="bars", description="The form of the figure.")
    published: PublishedNumbers | None = Field(default=None, description="What stands beside ours.")

    def arm_fields(self, arm: Mapping[str, Any]) -> dict[str, Any]:
        """Returns an arm's fields, with the experiment's `players` and `setup` where its game has them."""
        fields = arm_form(self.game).model_fields
        own = dict(arm)
        if self.players is not None and "players" in fields:
            own.setdefault("players", self.players)
        if self.setup and "setup" in fields:
            own["setup"] = {**self.setup, **own.get("setup", {})}
        return own

    @property
    def suite(self) -> Suite:
        """The experiment as a suite.

        Raises:
            UsageError: if its game is not installed.
            ValidationError: if an arm is not of the game's form.
        """
        form = arm_form(self.game)
        return Suite(
            name=self.name,
            title=self.title,
            source=self.source,
            conditions=tuple(form.model_validate(self.arm_fields(arm)).arm(self.game) for arm in self.arms),
            metrics=self.metrics,
            stories=self.stories or self.game,
            games=self.games,
            by_script=self.by_story,
            figure=self.figure,
            languages=self.languages,
            published=self.published.by_key if self.published else {},
            measured=self.published.settings if self.published else None,
            reference=self.reference,
            elicits=self.elicits,
            temperature=self.temperature,
        )


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def definition_schema() -> dict[str, Any]:
    """Returns the JSON Schema by which an editor completes and checks a file as it is written."""
    games = sorted(GAMES.load_all())
    models: list[type[BaseModel]] = [Definition]
    models += [model for game in games for model in (arm_form(game), GAMES.find(game).setup)]
    _, schemas = models_json_schema([(model, "validation") for model in dict.fromkeys(models)])
    definitions = schemas["$defs"]
    schema = definitions.pop(Definition.__name__)
    schema["properties"]["game"]["enum"] = games
    conditionals = [_conditional_schema(game, definitions) for game in games]
    return {"$schema": DIALECT, **schema, "allOf": conditionals, "$defs": definitions}


def _conditional_schema(game: str, definitions: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of arms and setup that applies if a game is chosen."""
    form = arm_form(game)
    arm: dict[str, Any] = {"$ref": f"#/$defs/{form.__name__}"}
    then: dict[str, Any] = {"arms": {"items": arm}}
    if "setup" in form.model_fields:
        fields = definitions[GAMES.find(game).setup.__name__]["properties"]
        properties = {name: field for name, field in fields.items() if name not in DEALT_OTHERWISE}
        then["setup"] = {"properties": properties, "additionalProperties": False}
        arm["properties"] = {"setup": then["setup"]}
    return {"if": {"properties": {"game": {"const": game}}}, "then": {"properties": then}}
