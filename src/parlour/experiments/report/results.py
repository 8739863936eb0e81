"""A run as a report reads it: its suite, its scores and what was played on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from parlour.core import GameSetup
from parlour.errors import UsageError
from parlour.evaluation import MatchScore, Spent, metric
from parlour.evaluation.richness import RICHNESS
from parlour.experiments.models import models_of_row
from parlour.experiments.report.row import BASELINE
from parlour.experiments.run import RUN, Played, RunDefinition, Started, readable
from parlour.experiments.run_plan import suite_of
from parlour.experiments.stories import DrawsTogether, HasBaselines, Telling, stories_of
from parlour.experiments.suite import Edition, Suite, SuiteRow
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
        """The definition of the run."""
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
        return len({(each.story, each.language) for each in self.played})

    @property
    def dollars(self) -> float:
        """The cost of its matches, as far as prices are known."""
        scores = [each.score for each in self.played if each.score]
        return sum((score.play.dollars or 0.0) + (score.answering.dollars or 0.0) for score in scores)

    @property
    def baselines(self) -> Mapping[str, Mapping[Telling, MatchScore]]:
        """The scores of rules without a model on the same stories, by their rows' names; often none."""
        stories = stories_of(self.suite.game)
        if not isinstance(stories, HasBaselines) or not self.setups:
            return {}
        return {f"{rule} {BASELINE}": told for rule, told in stories.baselines(self.setups).items()}

    def is_of_baselines(self, name: str) -> bool:
        """Returns whether a metric applies to rules without a model."""
        stories = stories_of(self.suite.game)
        return isinstance(stories, HasBaselines) and stories.is_of_baselines(name)

    def scores(self, name: str, telling: Telling | None = None) -> tuple[MatchScore, ...]:
        """Returns the scores of a table row, of one story or of all; of a row of methods, their share.

        Where each evaluation was a match of its own (a table that only reads and votes), those of one story
        and game are put together, so that a match stands everywhere for one dealing of a story.
        """
        return tuple(score for _, score in self.dealt(name, telling))

    def dealt(self, name: str, telling: Telling | None = None) -> Iterator[tuple[Dealing, MatchScore]]:
        """Yields the same with the dealing of each match; among all stories, with its resampling key."""
        view = self.suite.view(name)
        told = [each for each in self.played if each.condition in view.arms]
        told = [each for each in told if telling in (None, (each.story, each.language))]
        drawn_as: Mapping[Telling, str] = self._drawn_as if telling is None else {}
        told.sort(key=lambda each: (*_dealing(each), each.evaluation))
        for dealing, evaluations in groupby(told, key=_dealing):
            of_dealing = tuple(evaluations)
            common = drawn_as.get((of_dealing[0].story, of_dealing[0].language), "")
            score = _together(of_dealing).model_copy(update={"drawn_as": common})
            yield dealing, score.seen_by(*view.methods) if view.methods else score

    @cached_property
    def _drawn_as(self) -> Mapping[Telling, str]:
        stories = stories_of(self.suite.game)
        if not isinstance(stories, DrawsTogether):
            return {}
        return {telling: stories.drawn_as(setup) for telling, setup in self.setups.items()}


def check_metrics(names: Iterable[str]) -> None:
    """Refuses metrics that no installed package has.

    Raises:
        UsageError: naming the nearest.
    """
    for name in names:
        if name not in RICHNESS:
            metric(name)


def read_results(store: Store, run: str, suite: Suite | None = None) -> Results:
    """Returns a run from the store, by its whole id.

    Raises:
        UsageError: if there is no such run, or its suite is not known here.
        RecordError: if it was kept by a Parlour whose cells this one cannot read.
    """
    held = store.cells(run)
    if RUN not in held:
        raise UsageError(f"no run {run!r} in {store.place}")
    with readable(run):
        started = Started.model_validate_json(held.pop(RUN))
        cells = [Played.model_validate_json(json) for json in held.values()]
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
    scores = [(each.evaluation, each.score) for each in evaluations if each.score]
    first = scores[0][1]
    if len(scores) == 1:
        return first
    answers = [
        count.model_copy(update={"evaluation": number}) for number, score in scores for count in score.answers
    ]
    told = [score for _, score in scores]
    purposes = {purpose for score in told for purpose in score.faults}
    return first.model_copy(
        update={
            "evaluations": scores[-1][0],
            "answers": tuple(answers),
            "votes": tuple(vote for score in told for vote in score.votes),
            "won": sum(score.won for score in told),
            "lost": sum(score.lost for score in told),
            "unscored": sum(score.unscored for score in told),
            "faults": {each: sum(score.faults.get(each, 0) for score in told) for each in sorted(purposes)},
            "actions": sum(score.actions for score in told),
            "fallbacks": sum(score.fallbacks for score in told),
            "play": Spent.of(score.play for score in told),
            "answering": Spent.of(score.answering for score in told),
        }
    )
