"""The definition of a run, and the stored result of each cell: enough for tables without its record."""

from __future__ import annotations

import hashlib
from collections.abc import Generator, Mapping
from contextlib import contextmanager

from pydantic import BaseModel, ValidationError

from parlour.errors import RecordError
from parlour.evaluation import MatchScore
from parlour.experiments.definition import Definition, RoundRobin
from parlour.llm import TEMPERATURE, Language

RUN = "run"
"""The key under which the store holds a run's own description, beside its cells."""


COMMIT = "commit"
"""Among the versions of a run: the commit of the code, where that is known."""


class RunDefinition(BaseModel, frozen=True, extra="forbid"):
    """The settings that identify a run: the same command finds it again and resumes it.

    Attributes:
        language: of the stories; None for the suite's own.
        evaluations: how often the questions are put; 0 for not at all.
        added: the methods that are measured beside the suite's own, `METHOD[:OPTIONS][@MODEL]` by name.
        models: of single arms or sides instead, by the arm's or the side's name.
    """

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


class Started(BaseModel, frozen=True, extra="forbid"):
    """A run as the store holds it.

    Attributes:
        started: when, UTC, in ISO 8601.
    """

    run: RunDefinition
    started: str
    cells: int
    versions: Mapping[str, str] = {}


class Played(BaseModel, frozen=True, extra="forbid"):
    """A cell as the store holds it.

    Attributes:
        game: which match, from 0.
        evaluation: which evaluation, from 1, where each is a match of its own.
        seed: of the match; None in cells from before it was kept.
        score: what it came to; None while it is not finished, and then it is gone on with.
    """

    condition: str
    story: str
    language: Language
    game: int
    evaluation: int
    side: str | None = None
    match: str
    seed: int | None = None
    score: MatchScore | None = None


@contextmanager
def readable(run: str) -> Generator[None]:
    """Refuses what another version wrote.

    Raises:
        RecordError: naming the run.
    """
    try:
        yield
    except ValidationError as error:
        raise RecordError(f"the run {run} was kept by a Parlour whose cells this one cannot read") from error
