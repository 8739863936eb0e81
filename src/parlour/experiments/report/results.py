"""A run as a report reads it: its suite, its scores, what was played on, and its provenance."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from pydantic import BaseModel

from parlour.core import GameSetup
from parlour.errors import UsageError
from parlour.evaluation import FEWEST, MatchScore, Spent, metric
from parlour.evaluation.richness import RICHNESS
from parlour.experiments.report.row import BASELINE, plural
from parlour.experiments.run import (
    COMMIT,
    RUN,
    Played,
    RunDefinition,
    Started,
    all_models,
    models_of_row,
    readable,
)
from parlour.experiments.run_plan import suite_of
from parlour.experiments.stories import Telling, stories_of
from parlour.experiments.suite import Edition, Suite, SuiteRow
from parlour.llm import is_rule_based, split_settings
from parlour.store import Store

Dealing = tuple[str, str, str, int, str]
"""Condition, story, language, which game of it, and which side the arm's own method played, if it changes."""


@dataclass(frozen=True, kw_only=True)
class Results:
    """The results of a run so far.

    Attributes:
        temperatures: of models in these matches, unless their own settings have one.
    """

    suite: Suite
    started: Started
    played: tuple[Played, ...]
    setups: Mapping[Telling, GameSetup]
    temperatures: tuple[float, ...] = ()

    @property
    def run(self) -> RunDefinition:
        return self.started.run

    def beside(self, row: SuiteRow | None = None) -> Edition:
        """Returns the published numbers to compare with: the same model's, where the paper has several.

        Args:
            row: the row of the table to compare; the run as a whole if left out.
        """
        models = models_of_row(self.run, self.suite, row) if row else (self.run.model,)
        return self.suite.beside(models[0] if len(models) == 1 else "")

    def with_metrics(self, names: Iterable[str]) -> Results:
        """Returns the same run with further metrics in its table."""
        metrics = tuple(dict.fromkeys((*self.suite.metrics, *names)))
        return replace(self, suite=replace(self.suite, metrics=metrics))

    @property
    def stories(self) -> int:
        """On how many stories or tables it was played."""
        return len({(cell.story, cell.language) for cell in self.played})

    @property
    def dollars(self) -> float:
        """The cost of its matches, as far as prices are known."""
        return sum(cell.score.dollars for cell in self.played if cell.score)

    @property
    def baselines(self) -> Mapping[str, Mapping[Telling, MatchScore]]:
        """The scores of rules without a model on the same stories, by their rows' names; often none."""
        if not self.setups:
            return {}
        stories = stories_of(self.suite.game)
        return {f"{rule} {BASELINE}": scores for rule, scores in stories.baselines(self.setups).items()}

    def is_of_baselines(self, name: str) -> bool:
        return stories_of(self.suite.game).is_of_baselines(name)

    def scores(self, name: str, telling: Telling | None = None) -> tuple[MatchScore, ...]:
        """Returns the scores of a table row, of one story or of all; of a row of methods, their share.

        Where each evaluation was a match of its own (a table that only reads and votes), those of one story
        and game are put together, so that a match stands everywhere for one dealing of a story.
        """
        return tuple(score for _, score in self.dealt(name, telling))

    def dealt(self, name: str, telling: Telling | None = None) -> Iterator[tuple[Dealing, MatchScore]]:
        """Yields each match's score with its dealing; over all stories, also with its resampling key."""
        view = self.suite.view(name)
        cells = [cell for cell in self.played if cell.condition in view.arms]
        cells = [cell for cell in cells if telling in (None, (cell.story, cell.language))]
        drawn_as: Mapping[Telling, str] = self._drawn_as if telling is None else {}
        cells.sort(key=lambda cell: (*_dealing(cell), cell.evaluation))
        for dealing, evaluations in groupby(cells, key=_dealing):
            of_dealing = tuple(evaluations)
            common = drawn_as.get((of_dealing[0].story, of_dealing[0].language), "")
            score = _together(of_dealing).model_copy(update={"drawn_as": common})
            yield dealing, score.seen_by(*view.methods) if view.methods else score

    @cached_property
    def _drawn_as(self) -> Mapping[Telling, str]:
        stories = stories_of(self.suite.game)
        return {telling: stories.drawn_as(setup) for telling, setup in self.setups.items()}


def check_metrics(names: Iterable[str]) -> None:
    """Refuses metrics that no installed package has."""
    for name in names:
        if name not in RICHNESS:
            metric(name)


def read_results(store: Store, run: str, suite: Suite | None = None) -> Results:
    """Returns a run from the store, by its whole id.

    Raises:
        UsageError: if there is no such run, or its suite is not known here.
        RecordError: if it was kept by a Parlour whose cells this one cannot read.
    """
    stored_cells = store.cells(run)
    if RUN not in stored_cells:
        raise UsageError(f"no run {run!r} in {store.location}")
    with readable(run):
        started = Started.model_validate_json(stored_cells.pop(RUN))
        cells = [Played.model_validate_json(json) for json in stored_cells.values()]
    played = tuple(cell for cell in cells if cell.score)
    matches: dict[Telling, str] = {(cell.story, cell.language): cell.match for cell in played}
    # of the matches' own records: a library may have changed since
    setups = {telling: store.setup(match) for telling, match in matches.items()}
    return Results(
        suite=suite_of(started.run, suite),
        started=started,
        played=played,
        setups={telling: setup.game for telling, setup in setups.items()},
        temperatures=tuple(sorted({setup.temperature for setup in setups.values()})),
    )


def _dealing(played: Played) -> Dealing:
    return played.condition, played.story, played.language, played.game, played.side or ""


def _together(evaluations: tuple[Played, ...]) -> MatchScore:
    numbered = [(cell.evaluation, cell.score) for cell in evaluations if cell.score]
    first = numbered[0][1]
    if len(numbered) == 1:
        return first
    answers = [
        count.model_copy(update={"evaluation": number})
        for number, score in numbered
        for count in score.answers
    ]
    scores = [score for _, score in numbered]
    purposes = {purpose for score in scores for purpose in score.faults}
    return first.model_copy(
        update={
            "evaluations": numbered[-1][0],
            "answers": tuple(answers),
            "votes": tuple(vote for score in scores for vote in score.votes),
            "won": sum(score.won for score in scores),
            "lost": sum(score.lost for score in scores),
            "unscored": sum(score.unscored for score in scores),
            "faults": {
                purpose: sum(score.faults.get(purpose, 0) for score in scores) for purpose in sorted(purposes)
            },
            "actions": sum(score.actions for score in scores),
            "fallbacks": sum(score.fallbacks for score in scores),
            "play": Spent.of(score.play for score in scores),
            "answering": Spent.of(score.answering for score in scores),
        }
    )


MADE = "How it was made"
INTERVALS = (
    "95 %, over {drawn}: of shares Wilson's, for as many trials as the {drawn} are worth by their variance;"
    " of amounts Student's t of the logarithm; of differences paired by story; of fewer than {fewest} none"
)
COMPUTES = "none: the reader computes"
NOT_RECORDED = "not recorded"


class Fact(BaseModel, frozen=True, extra="forbid"):
    """One line of how a run was made, as CSV holds it."""

    name: str
    value: str


class Provenance(BaseModel, frozen=True, extra="forbid"):
    """The settings and versions that produced the numbers of a run.

    Attributes:
        started: when the run began, UTC, in ISO 8601.
        commit: of the code; empty where that is not known.
        intervals: the method of the 95 % intervals.
    """

    run: str
    suite: str
    source: str
    command: str
    started: str
    matches: int
    seeds: tuple[int, ...]
    first_story: int | None
    versions: dict[str, str]
    commit: str
    models: tuple[str, ...]
    temperatures: tuple[float, ...]
    evaluations: int
    embedding: str
    intervals: str
    licences: tuple[str, ...]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Its lines as tables, pages and CSV show them."""
        lines = {
            "command": self.command,
            "run": f"{self.run}, started {self.started}, matches scored: {self.matches}",
            "seeds of matches": _ranges(self.seeds) or NOT_RECORDED,
            **({} if self.first_story is None else {"seeds of stories": f"{self.first_story} and on"}),
            "versions": ", ".join(f"{name} {version}" for name, version in self.versions.items()),
            "commit": self.commit or NOT_RECORDED,
            "models": ", ".join(self.models),
            "temperature": ", ".join(f"{temperature:g}" for temperature in self.temperatures) or COMPUTES,
            "evaluations": str(self.evaluations),
            "retrieval": self.embedding,
            "intervals": self.intervals,
            "data": "; ".join(self.licences),
        }
        return tuple(Fact(name=name, value=value) for name, value in lines.items())


def provenance(results: Results) -> Provenance:
    """Collects the provenance of a run from its own record and those of its matches."""
    run, stories = results.run, stories_of(results.suite.game)
    played = {cell.condition for cell in results.played}
    models = all_models(run, [arm for arm in results.suite.conditions if arm.name in played])
    versions = dict(results.started.versions)
    return Provenance(
        run=run.id,
        suite=results.suite.name,
        source=results.suite.source,
        command=shlex.join(_words(results)),
        started=results.started.started,
        matches=len(results.played),
        seeds=tuple(sorted({cell.seed for cell in results.played})),
        first_story=run.seed if stories.is_made(run.stories) else None,
        commit=versions.pop(COMMIT, ""),
        versions=versions,
        models=models,
        temperatures=() if all(map(is_rule_based, models)) else results.temperatures,
        evaluations=run.evaluations,
        embedding=run.embedding,
        intervals=INTERVALS.format(drawn=plural(stories.drawn), fewest=FEWEST),
        licences=tuple(stories.licences(run.stories, results.setups)),
    )


def _words(results: Results) -> Iterator[str]:
    """Yields the words of the command for the same run; a file is named after its experiment."""
    run, suite = results.run, results.suite
    yield from ("parlour", "run", f"{run.suite}.yaml" if run.definition else run.suite)
    yield from ("--model", run.model)
    for name, model in run.models.items():
        yield from ("--model", f"{name}={model}")
    for name, model in run.settings.items():
        for key, value in split_settings(model)[1].items():
            yield from ("--set", f"{name}.{key}={value if isinstance(value, str) else json.dumps(value)}")
    for name, method in run.added.items():
        yield from ("--add", f"{name}={method}")
    yield from ("--scripts", run.stories)
    if run.language:
        yield from ("--lang", run.language)
    yield from ("--games", str(run.games))
    if fixed := next((arm.fixed_side for arm in suite.conditions if run.sought and arm.fixed_side), ""):
        yield from ("--team", f"{fixed}={run.sought}")
    if suite.repeats_questions:
        yield from ("--evaluations", str(run.evaluations))
    yield from ("--embedding", run.embedding, "--seed", str(run.seed))
    if run.elicits != suite.elicits:
        yield "--elicit" if run.elicits else "--no-elicit"
    played = {cell.condition for cell in results.played}
    names = [arm.name for arm in suite.conditions if arm.name in played]
    if len(names) < len(suite.conditions):
        yield from ("--conditions", ",".join(names))


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers in ascending order, of neighbours the first and the last: `0 to 7, 12`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], number]
        else:
            spans.append([number])
    return ", ".join(" to ".join(map(str, span)) for span in spans)
