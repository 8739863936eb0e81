"""A user's experiment as data: the form of its file, which a run of it stores."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

from parlour.core import DEALT_OTHERWISE, GAMES
from parlour.experiments.arm import arm_form
from parlour.experiments.suite import INVENTED, Figure, Measured, Published, PublishedKey, Suite
from parlour.llm import Language


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
        told = self.model_dump(exclude={"same_model", "invented", "numbers"})
        return Measured(**told, same_model=tuple(name.lower() for name in names))

    @property
    def by_key(self) -> dict[PublishedKey, Published]:
        """The numbers by key; invented ones say so in their notes."""
        remark = INVENTED if self.invented else ""
        return {
            (each.arm, each.story, each.metric): Published(
                value=each.value,
                deviation=each.deviation,
                note="; ".join(filter(None, (remark, each.note))),
            )
            for each in self.numbers
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
        known = arm_form(self.game).model_fields
        own = dict(arm)
        if self.players is not None and "players" in known:
            own.setdefault("players", self.players)
        if self.setup and "setup" in known:
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
    _, told = models_json_schema([(model, "validation") for model in dict.fromkeys(models)])
    kept = told["$defs"]
    schema = kept.pop(Definition.__name__)
    schema["properties"]["game"]["enum"] = games
    given = [_conditional_schema(game, kept) for game in games]
    return {"$schema": DIALECT, **schema, "allOf": given, "$defs": kept}


def _conditional_schema(game: str, kept: dict[str, Any]) -> dict[str, Any]:
    """Returns the schema of arms and setup that applies if a game is chosen."""
    form = arm_form(game)
    arm: dict[str, Any] = {"$ref": f"#/$defs/{form.__name__}"}
    then: dict[str, Any] = {"arms": {"items": arm}}
    if "setup" in form.model_fields:
        fields = kept[GAMES.find(game).setup.__name__]["properties"]
        known = {name: field for name, field in fields.items() if name not in DEALT_OTHERWISE}
        then["setup"] = {"properties": known, "additionalProperties": False}
        arm["properties"] = {"setup": then["setup"]}
    return {"if": {"properties": {"game": {"const": game}}}, "then": {"properties": then}}
