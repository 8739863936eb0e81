"""The definition of a run, its models, and the stored result of each cell: enough for tables of results.

A run has a model in single arms, on single sides, and everywhere else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from difflib import get_close_matches

from pydantic import BaseModel, ValidationError

from parlour.core import find_game
from parlour.errors import RecordError, UsageError
from parlour.evaluation import MatchScore
from parlour.experiments.arm import Arm
from parlour.experiments.definition import Definition, RoundRobin
from parlour.experiments.suite import Suite, SuiteRow
from parlour.llm import BUILT_IN, TEMPERATURE, Language, is_rule_based

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
        seed: of the match.
        score: what it came to; None while it is not finished, and then it is gone on with.
    """

    condition: str
    story: str
    language: Language
    game: int
    evaluation: int
    side: str | None = None
    match: str
    seed: int
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


RIVAL = "rival"
"""The side that meets an arm's own method, whatever it is dealt."""
_WORDS = ("name", "note")
"""The fields of an arm that are for its reader."""


def sides_of(suite: Suite) -> tuple[str, ...]:
    """Returns the sides that can have a model of their own: the game's, and the rival of a pairing."""
    has_rivals = any(arm.rival for arm in suite.conditions)
    return (*find_game(suite.game).teams, *((RIVAL,) if has_rivals else ()))


def read_models(entries: Sequence[str], suite: Suite) -> tuple[str | None, dict[str, str]]:
    """Returns the model of all seats, if one is given, and those of single arms or sides.

    Args:
        entries: `MODEL`, `ARM=MODEL` or `SIDE=MODEL`; of an added method its name stands for all its arms.
        suite: with whatever is added to it.

    Raises:
        UsageError: if there is no such arm or side, or one is given twice.
    """
    names = sorted((*_arm_names(suite), *sides_of(suite)), key=len, reverse=True)
    bare: str | None = None
    models: dict[str, str] = {}
    for entry in map(str.strip, entries):
        name = next((name for name in names if entry.startswith(f"{name}=")), "")
        head, equals, _ = entry.partition("=")
        is_name = head.partition(":")[0] == head != BUILT_IN and "?" not in head
        if equals and not name and is_name:
            near = ", ".join(get_close_matches(head, names, n=3, cutoff=0))
            raise UsageError(
                f"--model {entry}: {suite.name} has no arm and no side {head!r}; near are {near}"
            )
        if name in models or (bare and not name):
            raise UsageError(f"--model {entry}: {name or 'the model of all seats'} is told twice")
        if name:
            models[name] = entry.removeprefix(f"{name}=").strip()
        else:
            bare = entry
    return bare, models


def check_models(suite: Suite, models: Mapping[str, str]) -> None:
    """Refuses models of arms or sides that do not exist."""
    arms, sides = _arm_names(suite), sides_of(suite)
    for name, model in models.items():
        if name in arms and name in sides:
            raise UsageError(
                f"--model {name}={model}: {name} is an arm and a side; the arm needs another name"
            )
        if name not in (*arms, *sides):
            near = ", ".join(get_close_matches(name, (*arms, *sides), n=3, cutoff=0))
            raise UsageError(f"{suite.name} has no arm and no side {name!r}; near are {near}")
        if not model:
            raise UsageError(f"--model {name}=: name a model (`parlour models`)")


def _arm_names(suite: Suite) -> tuple[str, ...]:
    return (*(arm.name for arm in suite.conditions), *suite.added)


def with_models(suite: Suite, run: RunDefinition) -> Suite:
    """Returns the suite with a run's models for single arms, and with settings for those that arms name.

    The models of single arms are those of the arms' own methods.

    The sought seats, or a rival, keep the model of all, so that a better result is
    not that of a weaker opponent.
    """
    models = {arm: run.models[name] for arm, name in suite.series.items() if name in run.models}
    models |= run.models
    arms = (_with_settings(arm, run.settings) for arm in suite.conditions)
    return replace(suite, conditions=tuple(_on_models(arm, models.get(arm.name), run) for arm in arms))


def named_models(arms: Collection[Arm]) -> tuple[str, ...]:
    """Returns the models that arms name themselves, whatever the model of the run."""
    return tuple(dict.fromkeys(model for arm in arms for _, model in _models_by_field(arm).values()))


def _with_settings(arm: Arm, settings: Mapping[str, str]) -> Arm:
    fillings = {
        name: f"{method}@{settings.get(model, model)}"
        for name, (method, model) in _models_by_field(arm).items()
    }
    return replace(arm, **fillings) if fillings else arm


def _models_by_field(arm: Arm) -> Mapping[str, tuple[str, str]]:
    return {
        name: (_method(text), text.partition("@")[2])
        for name, text in vars(arm).items()
        if isinstance(text, str) and "@" in text and name not in _WORDS
    }


def _on_models(arm: Arm, model: str | None, run: RunDefinition) -> Arm:
    if RIVAL in run.models and arm.rival:
        arm = replace(arm, rival=_on(arm.rival, run.models[RIVAL]))
    if arm.rival and _method(arm.rival) == _method(arm.method) and "@" not in arm.method:
        model = model or run.model  # which alone distinguishes the two
    if model is None:
        return arm
    new_arm = arm.with_method(arm.name, _on(arm.method, model), arm.note)
    if new_arm is None:
        raise UsageError(f"{arm.name}: {_on(arm.method, model)} would meet itself")
    return new_arm


def models_of(run: RunDefinition, arm: Arm, methods: Collection[str] = ()) -> tuple[str, ...]:
    """Returns the models that the seats of an arm use."""
    fillings = _fillings(arm)
    matching = [
        filling for filling in fillings if not methods or filling in methods or _method(filling) in methods
    ]
    teams = find_game(arm.game).teams
    own = [filling.partition("@")[2] or run.model for filling in matching or fillings]
    return tuple(dict.fromkeys((*own, *(model for name, model in run.models.items() if name in teams))))


def models_of_row(run: RunDefinition, suite: Suite, row: SuiteRow) -> tuple[str, ...]:
    """Returns the models of the seats that a row of the table covers."""
    model_groups = (models_of(run, suite.arm(name), row.methods) for name in row.arms)
    return tuple(dict.fromkeys(model for models in model_groups for model in models))


def methods_of_row(suite: Suite, row: SuiteRow) -> tuple[str, ...]:
    """Returns the methods, without their models, that meet in the matches of a table row."""
    arms = [suite.arm(name) for name in row.arms]
    return tuple(dict.fromkeys(_method(filling) for arm in arms for filling in _fillings(arm)))


def all_models(run: RunDefinition, arms: Collection[Arm]) -> tuple[str, ...]:
    """Returns every model that some arms of a run call."""
    return tuple(dict.fromkeys(_all(run, arms)))


def _all(run: RunDefinition, arms: Collection[Arm]) -> Iterator[str]:
    for arm in arms:
        yield from models_of(run, arm)
        for sought in (run.sought, arm.fixed_method):
            if sought:
                yield sought.partition("@")[2] or run.model


def busiest(models: Collection[str]) -> str:
    """Returns the model that a run waits for: the reader, which computes, only where there is no other."""
    return next((model for model in models if not is_rule_based(model)), BUILT_IN)


def _fillings(arm: Arm) -> list[str]:
    return [arm.method, *([arm.rival] if arm.rival else [])]


def _method(filling: str) -> str:
    return filling.partition("@")[0]


def _on(filling: str, model: str) -> str:
    return f"{_method(filling)}@{model}"
