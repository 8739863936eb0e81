"""The provenance of a run's numbers: what a reader needs to reproduce them."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence

from pydantic import BaseModel, ConfigDict

from parlour.evaluation import FEWEST
from parlour.experiments.models import all_models
from parlour.experiments.report.results import Results
from parlour.experiments.report.spelling import plural
from parlour.experiments.run import COMMIT
from parlour.experiments.stories import HasLicences, stories_of
from parlour.llm import is_reader, split_settings

TITLE = "How it was made"
INTERVALS = (
    "95 %, over {drawn}: of shares Wilson's, for as many trials as the {drawn} are worth by their variance;"
    " of amounts Student's t of the logarithm; of differences paired by story; of fewer than {fewest} none"
)
COMPUTES = "none: the reader computes"
NOT_RECORDED = "not recorded"


class Fact(BaseModel):
    """One line of how a run was made, as CSV holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    value: str


class Provenance(BaseModel):
    """The settings and versions that produced the numbers of a run.

    Attributes:
        started: when the run began, UTC, in ISO 8601.
        commit: of the code; empty where that is not known.
        intervals: the method of the 95 % intervals.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
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
            "temperature": ", ".join(f"{each:g}" for each in self.temperatures) or COMPUTES,
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
    licences = (
        stories.licences(run.stories, results.setups)
        if isinstance(stories, HasLicences)
        else (f"tables of {results.suite.game} dealt by Parlour: Apache-2.0",)
    )
    versions = dict(results.started.versions)
    return Provenance(
        run=run.id,
        suite=results.suite.name,
        source=results.suite.source,
        command=shlex.join(_words(results)),
        started=results.started.started,
        matches=len(results.played),
        seeds=tuple(sorted({cell.seed for cell in results.played if cell.seed is not None})),
        first_story=run.seed if stories.is_made(run.stories) else None,
        commit=versions.pop(COMMIT, ""),
        versions=versions,
        models=models,
        temperatures=() if all(map(is_reader, models)) else results.temperatures,
        evaluations=run.evaluations,
        embedding=run.embedding,
        intervals=INTERVALS.format(drawn=plural(stories.drawn), fewest=FEWEST),
        licences=tuple(licences),
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
    if fixed := next((arm.fixed for arm in suite.conditions if run.sought and arm.fixed), ""):
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
