"""Runs and matches in a store by their names; reports over all its matches, and labelling by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Protocol, runtime_checkable

from pydantic import ValidationError

from parlour.core import Registry, find_game
from parlour.errors import UnknownMatch, UsageError
from parlour.experiments.definition_file import is_definition, read_definition
from parlour.experiments.report.results import Results
from parlour.experiments.run import RUN, Played, Started
from parlour.experiments.run_plan import RunPlan, ask_run, suite_of
from parlour.experiments.suite import SUITES, Suite, find_suite, suites
from parlour.store import Store, matches_in
from parlour.store.archive import Subject


@dataclass(frozen=True, kw_only=True)
class RunSummary:
    """A run in a list."""

    id: str
    started: Started
    done: int


def runs(store: Store) -> list[RunSummary]:
    """Returns all runs, newest first, without those that another version wrote and this one cannot read."""
    summaries: list[RunSummary] = []
    for run, json in store.runs(RUN).items():
        try:
            started = Started.model_validate_json(json)
            cells = [Played.model_validate_json(cell) for key, cell in store.cells(run).items() if key != RUN]
        except ValidationError:
            continue
        summaries.append(
            RunSummary(id=run, started=started, done=sum(cell.score is not None for cell in cells))
        )
    return sorted(summaries, key=lambda summary: (summary.started.started, summary.id), reverse=True)


def find_run(store: Store, name: str, models: Iterable[str] = ()) -> str:
    """Returns the id of the run with a name.

    Args:
        store: where it is.
        name: its id, the beginning of it, or a suite's name or an experiment's file for its newest run.
        models: only runs on one of these; empty for any.
    """
    wanted = tuple(models)
    candidates = [summary for summary in runs(store) if not wanted or summary.started.run.model in wanted]
    played = _run_name(name)
    exact = [summary for summary in candidates if played in (summary.id, summary.started.run.suite)]
    begun = exact or [summary for summary in candidates if name and summary.id.startswith(name)]
    if exact or len(begun) == 1:
        return begun[0].id
    if begun:
        raise UsageError(
            f"{name!r} begins {len(begun)} runs: {', '.join(summary.id for summary in begun[:5])}"
        )
    raise UsageError(_nothing_like(name, [summary.id for summary in candidates], wanted, store.location))


def stored_plan(store: Store, name: str) -> RunPlan:
    """Returns the plan of a stored run with its finished cells only, whether or not its stories are at hand.

    Args:
        store: where it is.
        name: in the form of `find_run`; of a suite or an experiment's file there need not be a run yet.

    Raises:
        UsageError: if there is no such run, suite or file.
    """
    try:
        run_id = find_run(store, name)
    except UsageError:
        if not (is_definition(name) or name in SUITES.names):
            raise
        run = ask_run(name)
        return RunPlan(run=run, suite=suite_of(run, suite_named(name)), cells=(), held={})
    cells = store.cells(run_id)
    run = Started.model_validate_json(cells.pop(RUN)).run
    played = {key: Played.model_validate_json(json) for key, json in cells.items()}
    return RunPlan(run=run, suite=suite_of(run, suite_named(name)), cells=(), held=played)


def find_subject(store: Store, name: str) -> Subject:
    """Returns the match or run of that name: an id or its beginning, `latest`, or a suite's name."""
    if cells := store.cells(name):
        return Subject(run=name, matches=_existing_matches(store, cells))
    try:
        return Subject(matches=(store.find_named(name),))
    except UnknownMatch as no_match:
        try:
            run = find_run(store, name)
        except UsageError as no_run:
            raise UnknownMatch(f"{no_match}; and {no_run}") from no_run
        return Subject(run=run, matches=_existing_matches(store, store.cells(run)))


def _existing_matches(store: Store, cells: dict[str, str]) -> tuple[str, ...]:
    existing = store.select_existing(match_ids := tuple(dict.fromkeys(matches_in(cells.values()))))
    return tuple(match for match in match_ids if match in existing)


def suite_named(name: str) -> Suite | None:
    """Returns the suite of that name; None where a run is named."""
    return find_suite(name) if name in SUITES.names else None


def _run_name(name: str) -> str:
    if is_definition(name):
        return read_definition(Path(name)).suite.run_name
    return find_suite(name).run_name if name in SUITES.names else name


def _nothing_like(name: str, run_ids: list[str], models: tuple[str, ...], place: str) -> str:
    on_models = f" on {' or '.join(models)}" if models else ""
    if name in SUITES.names or is_definition(name):
        return f"no run of {name}{on_models} in {place} yet: parlour run {name}"
    near = get_close_matches(name, run_ids, n=3, cutoff=0) or ["none at all"]
    return f"no run {name!r}{on_models} in {place}; there is {', '.join(near)}"


@dataclass(frozen=True, kw_only=True)
class LabelsAsked:
    """The settings of a labelling.

    Attributes:
        model: the judge; empty for none.
        budget: dollars that the judge may cost.
    """

    file: Path | None = None
    model: str = ""
    items: int
    budget: float | None = None


@runtime_checkable
class Labelling(Protocol):
    """The part `labelling` of a game whose actions are labelled: by rules, by people and by a model."""

    def has_labels(self, suite: Suite) -> bool:
        """Returns whether a suite's table is one of labels."""
        ...

    def write_page(self, results: Results, store: Store, asked: LabelsAsked, folder: Path) -> Path:
        """Writes a page on which a person labels a sample of a run's actions."""
        ...

    def tell_agreement(self, results: Results, store: Store, asked: LabelsAsked, *, as_json: bool) -> None:
        """Prints what each rater found in a sample, and how far each two agree.

        Raises:
            UsageError: if a file has no labels of the sample's.
        """
        ...


def labelling_of(suite: Suite) -> Labelling | None:
    """Returns the labelling of a suite's actions; None where its table has no labels."""
    labelling = find_game(suite.game).find_part("labelling", Labelling)
    return labelling if labelling and labelling.has_labels(suite) else None


def labelled_suites() -> tuple[str, ...]:
    """Returns the installed suites whose tables are of labels."""
    return tuple(suite.name for suite in suites() if labelling_of(suite))


@runtime_checkable
class MatchesReport(Protocol):
    """A report over all matches on record."""

    def __call__(self, store: Store, out: Path | None, *, as_json: bool) -> list[Path]:
        """Prints the report, or how to get matches for it.

        Args:
            store: where the matches are.
            out: a folder for files of it; None for none.
            as_json: whether a program reads it.

        Returns:
            What was written.
        """
        ...


REPORTS: Registry[MatchesReport] = Registry(
    group="parlour.reports",
    noun="report",
    kind=MatchesReport,  # pyright: ignore[reportArgumentType, reportAbstractUsage]
)
"""Every installed report over matches; `human` is the one of matches that people played with agents."""
