"""The definition of a run, and the stored result of each cell: enough for tables without its record."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from parlour.evaluation import MatchScore
from parlour.experiments.definition import Definition
from parlour.experiments.round_robin import RoundRobin
from parlour.llm import TEMPERATURE, Language

RUN = "run"
"""The key under which the store holds a run's own description, beside its cells."""


COMMIT = "commit"
"""Among the versions of a run: the commit of the code, where that is known."""


class RunDefinition(BaseModel):
    """The settings that identify a run: the same command finds it again and resumes it.

    Attributes:
        suite: the suite's name.
        model: the model of the seats.
        stories: the request for stories.
        language: of the stories; None for the suite's own.
        games: matches per story and condition, or generated stories or tables in all.
        evaluations: how often the questions are put; 0 for not at all.
        sought: the method of the sought seats, in every condition, if it was set.
        embedding: what retrieval ranks by.
        seed: of the first match; the others count on from it.
        added: the methods that are measured beside the suite's own, `METHOD[:OPTIONS][@MODEL]` by name.
        models: of single arms or sides instead, by the arm's or the side's name.
        elicits: whether beliefs about other seats are elicited at each vote, outside the game.
        temperature: of models without one in their own settings.
        settings: the models that arms name themselves, each with its settings.
        definition: the experiment itself, where it is a user's own or a league's, and no installed suite.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    suite: str
    model: str
    stories: str
    language: Language | None
    games: int
    evaluations: int
    sought: str
    embedding: str
    seed: int
    added: Mapping[str, str] = {}
    models: Mapping[str, str] = {}
    elicits: bool = False
    temperature: float = TEMPERATURE
    settings: Mapping[str, str] = {}
    definition: Definition | RoundRobin | None = None

    @property
    def thinks_with(self) -> str:
        """The model of all seats, and after it those of single arms and sides."""
        return ", ".join((self.model, *(f"{name}: {model}" for name, model in self.models.items())))

    @property
    def id(self) -> str:
        """Its name in the store, such as `ladder-1f3a9c2e`: the suite and a digest of all the rest."""
        digest = hashlib.sha256(self.model_dump_json().encode()).hexdigest()
        return f"{self.suite}-{digest[:8]}"


class Started(BaseModel):
    """A run as the store holds it.

    Attributes:
        run: what it is.
        started: when, UTC, in ISO 8601.
        cells: how many it has in all.
        versions: of Parlour and what it runs on.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    run: RunDefinition
    started: str
    cells: int
    versions: Mapping[str, str] = {}


class Played(BaseModel):
    """A cell as the store holds it.

    Attributes:
        condition: its condition's name.
        story: what was played.
        language: of the story.
        game: which match, from 0.
        evaluation: which evaluation, from 1, where each is a match of its own.
        side: what the arm's own method played, if it changes sides.
        match: the match in the store.
        seed: of the match; None in cells from before it was kept.
        score: what it came to; None while it is not finished, and then it is gone on with.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    condition: str
    story: str
    language: Language
    game: int
    evaluation: int
    side: str | None = None
    match: str
    seed: int | None = None
    score: MatchScore | None = None
