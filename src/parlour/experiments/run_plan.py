"""The request for a run, its suite and its cells: which are played and which are left."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from itertools import filterfalse
from pathlib import Path

from parlour.agents import MethodSpec, find_method
from parlour.arena import versions
from parlour.core import GameSetup
from parlour.errors import UnknownMethod, UsageError
from parlour.evaluation import MatchScore, is_of_beliefs
from parlour.experiments.arm import Story
from parlour.experiments.definition_file import is_definition, read_definition
from parlour.experiments.run import (
    COMMIT,
    RUN,
    Played,
    RunDefinition,
    Started,
    check_models,
    named_models,
    readable,
    with_models,
)
from parlour.experiments.runner import Cell, cells
from parlour.experiments.stories import Telling, stories_of
from parlour.experiments.suite import Suite, find_suite, with_all_added
from parlour.llm import (
    BUILT_IN,
    TEMPERATURE,
    ChosenSettings,
    Language,
    default_embedding_name,
    default_model,
    is_rule_based,
    settle,
    settle_filling,
)
from parlour.store import Store

BASELINES = "baselines"
"""Asked for in place of a condition: rules without a model, where the stories have some."""


@dataclass(frozen=True, kw_only=True)
class RunPlan:
    """A run and where it stands."""

    run: RunDefinition
    suite: Suite
    cells: tuple[Cell, ...]
    held: Mapping[str, Played]
    later: tuple[Cell, ...] = ()

    def only(self, conditions: Sequence[str]) -> RunPlan:
        """Returns the run with only some of its conditions to be played now, the others later.

        Raises:
            UsageError: if the suite has no condition of such a name.
        """
        names = [condition.name for condition in self.suite.conditions]
        selection = whole_names(conditions, {*names, *self.suite.added})
        if stories_of(self.suite.game).has_baselines:
            selection = [name for name in selection if name != BASELINES or name in names]
        requested = [name for choice in selection for name in self.suite.added.get(choice, (choice,))]
        if strange := [name for name in requested if name not in names]:
            raise UsageError(f"{self.suite.name} has no condition {strange[0]!r}: {'; '.join(names)}")
        chosen = tuple(cell for cell in self.cells if cell.condition.name in requested)
        later = tuple(cell for cell in self.cells if cell.condition.name not in requested)
        return replace(self, cells=chosen, later=later)

    @property
    def setups(self) -> Mapping[Telling, GameSetup]:
        """The setup of each story, as the first condition plays it."""
        all_cells = reversed((*self.cells, *self.later))
        first: dict[Telling, Cell] = {(cell.story.name, cell.story.language): cell for cell in all_cells}
        evaluations = self.run.evaluations
        return {telling: cell.condition.setup(cell.story, evaluations) for telling, cell in first.items()}

    @property
    def scores(self) -> tuple[MatchScore, ...]:
        return tuple(played.score for played in self.held.values() if played.score)

    @property
    def left(self) -> tuple[Cell, ...]:
        """The cells that are not done; those that were begun come first."""
        done = {key for key, played in self.held.items() if played.score}
        waiting = [cell for cell in self.cells if cell.key not in done]
        return tuple(sorted(waiting, key=lambda cell: cell.key not in self.held))


def plan_run(store: Store, run: RunDefinition) -> RunPlan:
    """Returns the plan of a run, with its cells in the store.

    Raises:
        UsageError: if its suite or one of its stories is unknown, or it has no cell.
        RecordError: if its cells were kept by a Parlour whose form this one cannot read.
    """
    suite = suite_of(run)
    games = 1 if stories_of(suite.game).is_made(run.stories) else run.games
    planned = tuple(cells(suite, _stories(run, suite), games, run.evaluations))
    if not planned:
        raise UsageError(f"no condition of {suite.name} is played in {run.language!r}")
    keys = {cell.key for cell in planned}
    with readable(run.id):
        stored_cells = {
            key: Played.model_validate_json(json) for key, json in store.cells(run.id).items() if key in keys
        }
    return RunPlan(run=run, suite=suite, cells=planned, held=stored_cells)


def begin(store: Store, plan: RunPlan) -> None:
    """Stores the run itself at its first start, and again whenever its cells have changed.

    A suite may have grown since; the run is the same, and began when it did.

    Raises:
        RecordError: if it was kept by a Parlour whose form this one cannot read.
    """
    cells = len(plan.cells) + len(plan.later)
    stored = store.cells(plan.run.id).get(RUN)
    with readable(plan.run.id):
        started = Started.model_validate_json(stored) if stored else _starting(plan.run, cells)
    if stored is None or started.cells != cells:
        updated = started.model_copy(update={"cells": cells})
        store.put_cell(plan.run.id, RUN, updated.model_dump_json())


def _starting(run: RunDefinition, cells: int) -> Started:
    now, commit = datetime.now(UTC).isoformat(timespec="seconds"), source_commit()
    all_versions = {**versions(), **({COMMIT: commit} if commit else {})}
    return Started(run=run, started=now, cells=cells, versions=all_versions)


def _stories(run: RunDefinition, suite: Suite) -> tuple[Story, ...]:
    own: tuple[Language | None, ...] = suite.languages
    own = (run.language,) if run.language else own or tuple(arm.language for arm in suite.conditions)
    languages = dict.fromkeys(own)
    by_language = [
        stories_of(suite.game).find(run.stories, language, run.games, run.seed) for language in languages
    ]
    return tuple(dict.fromkeys(story for stories in by_language for story in stories))


def suite_of(run: RunDefinition, table_suite: Suite | None = None) -> Suite:
    """Returns the suite of a run, from the run alone, in any process that plans, plays or reports it.

    Without elicited beliefs, its table has no measures of them.

    Args:
        run: which one.
        table_suite: another suite whose table is read off the same matches; the run's own if left out.

    Raises:
        UsageError: if the suite is not installed, or cannot have the methods that the run adds.
        BrokenPlugin: naming its package, if the suite cannot be used.
    """
    own = run.definition.suite if run.definition else table_suite or find_suite(run.suite)
    suite = own if run.elicits else replace(own, metrics=tuple(filterfalse(is_of_beliefs, own.metrics)))
    return with_models(with_all_added(suite, run.added), run)


def find_experiment(name: str) -> Suite:
    """Returns an installed suite, or a user's experiment by its file.

    Raises:
        UsageError: if there is no such suite; of a file, what is wrong with it on which line.
    """
    return read_definition(Path(name)).suite if is_definition(name) else find_suite(name)


def whole_names(pieces: Sequence[str], choices: Collection[str]) -> list[str]:
    """Joins the pieces of names that contain a comma.

    Returns:
        The names, the longest that fit; a piece that begins none stays as it is.
    """
    names: list[str] = []
    at = 0
    while at < len(pieces):
        ends = range(len(pieces), at, -1)
        end = next((end for end in ends if ", ".join(pieces[at:end]) in choices), at + 1)
        names.append(", ".join(pieces[at:end]))
        at = end
    return names


HERE = Path(__file__).resolve()
TIMEOUT = 10


@cache
def source_commit() -> str:
    """Returns the commit that Parlour was installed or runs from, with `-dirty` if files differ from it.

    Empty for a release from a package index, and where git is not available.
    """
    with suppress(PackageNotFoundError):  # PEP 610: the commit that pip recorded of a repository
        recorded = json.loads(distribution("parlour").read_text("direct_url.json") or "{}")
        if commit := recorded.get("vcs_info", {}).get("commit_id", ""):
            return commit
    if not _git("ls-files", "--", HERE.name):
        return ""
    return _git("describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(*words: str) -> str:
    command = ["git", "-C", str(HERE.parent), *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


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
        FileError: naming the line and the field of what is wrong with a file.
    """
    definition = read_definition(Path(suite)) if is_definition(suite) else None
    base_suite = definition.suite if definition else find_suite(suite)
    chosen = chosen or ChosenSettings()
    thinks_with = settle(chosen.on(model or (definition and definition.model) or default_model()))
    fixed = settle_filling(chosen.on_filling(sought or (definition.sought if definition else "")))
    added = {name: settle_filling(chosen.on_filling(method)) for name, method in (added or {}).items()}
    models = {
        name: settle(chosen.on(model_name))
        for name, model_name in {**(definition.models if definition else {}), **(models or {})}.items()
    }
    settings = {model: settle(chosen.on(model)) for model in named_models(base_suite.conditions)}
    own = [filling.partition("@")[2] for filling in (fixed, *added.values())]
    chosen.refuse_unused((thinks_with, *models.values(), *own, *settings, *beside))
    times = definition.evaluations if definition and evaluations is None else evaluations
    if not base_suite.repeats_questions and (fixed or times is not None):
        raise UsageError(
            f"{base_suite.name} plays {base_suite.game}: it takes no --team and no --evaluations"
        )
    played_on = stories or base_suite.stories
    if difficulty:
        played_on = stories_of(base_suite.game).at_difficulty(played_on, difficulty)
    run = RunDefinition(
        suite=base_suite.run_name,
        model=thinks_with,
        stories=played_on,
        language=language
        or (None if definition or len(base_suite.languages) != 1 else base_suite.languages[0]),
        games=games or base_suite.games,
        evaluations=_evaluations(base_suite, thinks_with, fixed) if times is None else times,
        sought=fixed,
        embedding=embedding or (definition and definition.embedding) or default_embedding_name(),
        seed=(definition.seed if definition else 0) if seed is None else seed,
        added=added,
        models=models,
        elicits=base_suite.elicits if elicits is None else elicits,
        temperature=TEMPERATURE if base_suite.temperature is None else base_suite.temperature,
        settings={model: setting for model, setting in settings.items() if setting != model},
        definition=definition,
    )
    for name, method in run.added.items():
        _check_method(name, method)
    check_models(suite_of(run, base_suite), run.models)
    return run


def _check_method(name: str, text: str) -> None:
    filling, _, model = text.partition("@")
    spec = MethodSpec.read(filling)
    try:
        method = find_method(spec.name)
    except UnknownMethod as error:
        raise UnknownMethod(f"{name}: {error}") from error
    if model and not method.wants_model:
        raise UsageError(f"{name}: {spec.name} plays without a model")


def _evaluations(suite: Suite, model: str, sought: str) -> int:
    is_by_reader = is_rule_based(model) and is_rule_based(sought.partition("@")[2] or BUILT_IN)
    return 1 if not suite.repeats_questions or is_by_reader else EVALUATIONS
