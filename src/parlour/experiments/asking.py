"""The request for a run; the suite completes what it leaves out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from parlour.agents import MethodSpec, find_method
from parlour.errors import UnknownMethod, UsageError
from parlour.experiments.definition_file import is_definition, read_definition
from parlour.experiments.models import check_models, named_models
from parlour.experiments.run import RunDefinition
from parlour.experiments.run_plan import suite_of
from parlour.experiments.stories import stories_of
from parlour.experiments.suite import Suite, find_suite
from parlour.llm import (
    READER,
    TEMPERATURE,
    ChosenSettings,
    Language,
    default_embedding_name,
    default_model,
    is_reader,
    settled,
    settled_filling,
)

EVALUATIONS = 3
"""The papers' number of evaluations of each question."""


def ask_run(
    suite: str,
    *,
    added: Mapping[str, str] | None = None,
    model: str | None = None,
    models: Mapping[str, str] | None = None,
    stories: str | None = None,
    difficulty: str = "",
    language: Language | None = None,
    games: int | None = None,
    evaluations: int | None = None,
    sought: str = "",
    embedding: str | None = None,
    seed: int | None = None,
    elicits: bool | None = None,
    chosen: ChosenSettings | None = None,
    beside: Collection[str] = (),
) -> RunDefinition:
    """Returns the run of a suite; the same arguments give the same run, which resumes.

    Args:
        suite: its name, of several tables of the same matches any; or the file of an experiment of one's own,
            which then stands for whatever is left out.
        added: methods to measure beside the suite's own, `METHOD[:OPTIONS][@MODEL]` by name.
        model: the model of the seats; `PARLOUR_MODEL` or the reader if left out.
        models: what single arms (their own methods) or sides think with instead, by name; what is said of a
            side goes before what is said of an arm.
        stories: what is played; the suite's own if left out.
        difficulty: of stories that are made, in their game's word; its usual one if left out.
        language: of the stories; the suite's own if left out.
        games: matches per story and arm, or generated stories or tables in all; the suite's own if left out.
        evaluations: of each question, 0 for none; if left out as many as in the papers, or
            once with the reader, which never varies.
        sought: the method of the sought seats in every arm, `METHOD[@MODEL]`.
        embedding: what retrieval ranks by; the best that is installed if left out.
        seed: of the first match; 0 if left out.
        elicits: whether beliefs about other seats are elicited at each vote; the suite's default if
            left out.
        chosen: settings for the models.
        beside: further models that may be set, such as a judge.

    Raises:
        UsageError: if there is no such suite, a setting is of no model, or it cannot be run so.
        ExperimentError: naming the line and the field of what is wrong with a file.
    """
    definition = read_definition(Path(suite)) if is_definition(suite) else None
    found = definition.suite if definition else find_suite(suite)
    chosen = chosen or ChosenSettings()
    thinks_with = settled(chosen.on(model or (definition and definition.model) or default_model()))
    fixed = settled_filling(chosen.on_filling(sought or (definition.sought if definition else "")))
    added = {name: settled_filling(chosen.on_filling(method)) for name, method in (added or {}).items()}
    models = {
        name: settled(chosen.on(each))
        for name, each in {**(definition.models if definition else {}), **(models or {})}.items()
    }
    settings = {model: settled(chosen.on(model)) for model in named_models(found.conditions)}
    own = [filling.partition("@")[2] for filling in (fixed, *added.values())]
    chosen.refuse_unused((thinks_with, *models.values(), *own, *settings, *beside))
    times = definition.evaluations if definition and evaluations is None else evaluations
    if not found.repeats_questions and (fixed or times is not None):
        raise UsageError(f"{found.name} plays {found.game}: it takes no --team and no --evaluations")
    played_on = stories or found.stories
    if difficulty:
        played_on = stories_of(found.game).at_difficulty(played_on, difficulty)
    run = RunDefinition(
        suite=found.run_name,
        model=thinks_with,
        stories=played_on,
        language=language or (None if definition or len(found.languages) != 1 else found.languages[0]),
        games=games or found.games,
        evaluations=_evaluations(found, thinks_with, fixed) if times is None else times,
        sought=fixed,
        embedding=embedding or (definition and definition.embedding) or default_embedding_name(),
        seed=(definition.seed if definition else 0) if seed is None else seed,
        added=added,
        models=models,
        elicits=found.elicits if elicits is None else elicits,
        temperature=TEMPERATURE if found.temperature is None else found.temperature,
        settings={model: asked for model, asked in settings.items() if asked != model},
        definition=definition,
    )
    for name, method in run.added.items():
        _check_method(name, method)
    check_models(suite_of(run, found), run.models)
    return run


def _check_method(name: str, told: str) -> None:
    """Refuses a method that is not installed, or a model for one that uses none."""
    filling, _, model = told.partition("@")
    spec = MethodSpec.read(filling)
    try:
        method = find_method(spec.name)
    except UnknownMethod as error:
        raise UnknownMethod(f"{name}: {error}") from error
    if model and not method.wants_model:
        raise UsageError(f"{name}: {spec.name} plays without a model")


def _evaluations(suite: Suite, model: str, sought: str) -> int:
    """Returns the default number of evaluations: 1 for the reader or a suite that repeats no questions."""
    is_by_reader = is_reader(model) and is_reader(sought.partition("@")[2] or READER)
    return 1 if not suite.repeats_questions or is_by_reader else EVALUATIONS
