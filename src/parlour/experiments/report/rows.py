"""From a run to its table, and why ours and the published numbers cannot be compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.agents import departure
from parlour.core import GameSetup
from parlour.evaluation import (
    Column,
    Cut,
    Estimate,
    MatchScore,
    estimate,
    in_column,
    metric,
    pool,
    repeats,
    t_test,
    together,
)
from parlour.evaluation.intervals import ALPHA, STAR
from parlour.evaluation.richness import RICHNESS
from parlour.experiments.arm import Arm
from parlour.experiments.report.results import Results
from parlour.experiments.report.rich_results import RichResults
from parlour.experiments.report.row import ALIKE, ALL, BY, CEILING, FEW, GUESS, SEPARATOR, Row, plural
from parlour.experiments.run import RunDefinition, methods_of_row, models_of_row
from parlour.experiments.stories import Shown, Telling, stories_of
from parlour.experiments.suite import Published, SuiteRow
from parlour.llm import BUILT_IN, is_rule_based, split_settings

EXPECTED = "an expectation, so without an interval"
AT_MOST = "what somebody reaches who knows everything, since some keys contradict their own story"
NOTHING = Published(value=None)
_OF_MATCHES = ("low", "high", "deviation", "weighted_deviation", "faults", "repairs")
"""The fields that an expectation lacks."""


def rows(results: Results, rich: RichResults | None = None, *, strict: bool = False) -> list[Row]:
    """Returns the rows of a run: of every story, if the suite has them, and of all; metric by metric."""
    return [row for part in _parts(results) for row in _of_part(part, rich, strict=strict)]


@dataclass(frozen=True, kw_only=True)
class _Part:
    """A part of a table: one story or all of them.

    Attributes:
        telling: the story; None for all.
    """

    results: Results
    telling: Telling | None
    setups: Sequence[GameSetup]
    scores: Mapping[str, Sequence[MatchScore]]
    guesses: Mapping[str, Sequence[MatchScore]]
    baselines: Mapping[str, Sequence[MatchScore]]

    @property
    def story(self) -> str:
        return self.telling[0] if self.telling else ALL

    @property
    def sampling_unit(self) -> str:
        return plural(stories_of(self.results.suite.game).drawn)

    @property
    def published_name(self) -> str | None:
        if not self.telling:
            return ""
        return stories_of(self.results.suite.game).published_name(self.setups[0].story)

    def published_number(self, view: SuiteRow, measured: str) -> Published:
        if self.published_name is None:
            return NOTHING
        return self.results.beside(view).published.get((view.name, self.published_name, measured), NOTHING)


def _parts(results: Results) -> Iterator[_Part]:
    stories = stories_of(results.suite.game)
    guesses = {f"{rule} {GUESS}": scores for rule, scores in stories.guesses(results.setups).items()}
    if ceilings := stories.ceilings(results.setups):
        guesses[CEILING] = ceilings
    baselines = results.baselines
    tellings: list[Telling | None] = [None] if results.played or results.setups else []
    if results.suite.by_script and not stories.is_made(results.run.stories):
        tellings = [*results.setups, *tellings]
    for telling in tellings:
        yield _Part(
            results=results,
            telling=telling,
            setups=[results.setups[telling]] if telling else list(results.setups.values()),
            scores={view.name: results.scores(view.name, telling) for view in results.suite.rows},
            guesses={
                guess: [scores[telling]] if telling else list(scores.values())
                for guess, scores in guesses.items()
            },
            baselines={
                rule: [scores[telling]] if telling else list(scores.values())
                for rule, scores in baselines.items()
            },
        )


def _of_part(part: _Part, rich: RichResults | None, *, strict: bool) -> Iterator[Row]:
    for name in part.results.suite.metrics:
        if name in RICHNESS:
            yield from _richness(part, rich or RichResults(talks={}), name)
            continue
        for column in _columns(name, strict=strict or CEILING in part.guesses):
            if metric(name).is_repeated:
                yield from (_guess(part, guess, name, column) for guess in part.guesses)
            for view in part.results.suite.rows:
                if part.scores[view.name]:
                    yield _row(part, view, name, column)
                    if column is Column.ALL:
                        yield from _other_models(part, view, name)
            if column is Column.ALL:
                yield from _baselines(part, name)
                yield from _theirs_alone(part, name)


def _richness(part: _Part, rich: RichResults, name: str) -> Iterator[Row]:
    """Yields the rows of a measure of richness, which is over all games of a condition and of no story."""
    for view in part.results.suite.rows:
        scores = part.scores[view.name]
        if not scores:
            continue
        ours, published = rich.estimate(view.name, name), part.published_number(view, name)
        notes = [rich.note(view.name, name), view.note, published.note]
        if published.value is not None and ours.value is not None:
            notes.append(not_comparable(part.results, view, part.setups, is_whole=True, by=rich.means(name)))
        yield Row(
            suite=part.results.suite.name,
            condition=view.name,
            script=part.story,
            metric=name,
            published=published.value,
            ours=ours.value,
            low=ours.low,
            high=ours.high,
            published_deviation=published.deviation,
            n=ours.n,
            calls=together(scores, metric("fault_rate"), Cut()).n,
            faults=pool(scores, metric("fault_rate"), Cut()),
            repairs=pool(scores, metric("repair_rate"), Cut()),
            note=SEPARATOR.join(filter(None, notes)),
        )
    yield from _theirs_alone(part, name)


def _theirs_alone(part: _Part, name: str) -> Iterator[Row]:
    ours = {view.name for view in part.results.suite.rows}
    for (condition, script, measured), published in part.results.suite.published.items():
        if condition not in ours and measured == name and script == part.published_name:
            yield _published_only(part, condition, name, published)


def _other_models(part: _Part, view: SuiteRow, name: str) -> Iterator[Row]:
    for edition in part.results.suite.editions:
        published = edition.published.get((view.name, part.published_name or "", name))
        if published and edition.model != part.results.beside(view).model:
            yield _published_only(part, f"{view.name}{BY}{edition.model}", name, published)


def _published_only(part: _Part, condition: str, name: str, published: Published) -> Row:
    return Row(
        suite=part.results.suite.name,
        condition=condition,
        script=part.story,
        metric=name,
        published=published.value,
        published_deviation=published.deviation,
        note=SEPARATOR.join(filter(None, ("published only", published.note))),
    )


def _columns(name: str, *, strict: bool) -> Iterator[Column]:
    yield Column.ALL
    yield from (column for column in metric(name).columns if strict or column is Column.CIVILIANS)


def _row(part: _Part, view: SuiteRow, name: str, column: Column) -> Row:
    ours = estimate(part.scores[view.name], name, column)
    published = part.published_number(view, name) if column is Column.ALL else NOTHING
    notes = [
        _significance(part, view, name, column),
        basis_note(ours, part.sampling_unit),
        view.note,
        published.note,
    ]
    if published.value is not None:
        is_whole = part.telling is None
        notes.append(not_comparable(part.results, view, part.setups, is_whole=is_whole))
    return _estimate_row(part, view.name, ours, published, note=SEPARATOR.join(filter(None, notes)))


def _baselines(part: _Part, name: str) -> Iterator[Row]:
    if not part.results.is_of_baselines(name):
        return
    for rule, scores in part.baselines.items():
        ours = estimate(scores, name)
        if ours.value is not None:
            yield _estimate_row(part, rule, ours, NOTHING, note=basis_note(ours, part.sampling_unit))


def _guess(part: _Part, guess: str, name: str, column: Column) -> Row:
    ours = estimate(part.guesses[guess], name, column)
    note = AT_MOST if guess == CEILING else EXPECTED
    return _estimate_row(part, guess, ours, NOTHING, note=note).model_copy(
        update={**dict.fromkeys(_OF_MATCHES), "points": (), "calls": 0}
    )


def _estimate_row(part: _Part, condition: str, ours: Estimate, published: Published, *, note: str) -> Row:
    return Row(
        suite=part.results.suite.name,
        condition=condition,
        script=part.story,
        metric=in_column(ours.metric, ours.column),
        published=published.value,
        ours=ours.value,
        published_deviation=published.deviation,
        note=note,
        **{name: getattr(ours, name) for name in (*_OF_MATCHES, "points", "n", "calls")},
    )


def basis_note(estimate: Estimate, drawn: str) -> str:
    """Returns the note on an interval, or on its absence; `drawn` is the sampling unit."""
    if estimate.basis == "few":
        return FEW
    if estimate.basis != "alike":
        return ""
    if estimate.low is None:
        return ALIKE.format(drawn=drawn)
    return f"all {drawn} came out alike, so the interval is that of as many trials as {drawn}"


def _significance(part: _Part, view: SuiteRow, name: str, column: Column) -> str:
    """Returns the papers' star, if a condition differs from the one that it is compared with.

    Zhu et al. (2025, table 2) compare their method "with the second-best model": the best of the baselines.
    So is each form of the reference that a suite has, as printed in either paper or as it ships. What leaves
    a part out of one form is compared with that form, and all else with the reference.
    """
    suite = part.results.suite
    if not suite.reference:
        return ""
    base, bracket, form = view.name.partition(" (")
    forms = (f"{suite.reference}{bracket}{form}", suite.reference)
    other = (
        _best_baseline(part, name, column)
        if base == suite.reference
        else next((form for form in forms if part.scores.get(form)), None)
    )
    if other is None:
        return ""
    ours, others = (repeats(part.scores[condition], name, column) for condition in (view.name, other))
    p = t_test(ours, others)
    if p is None or p >= ALPHA:
        return ""
    spelled = "< 0.001" if p < 0.001 else f"= {p:.3f}"
    return f"{STAR} differs from {other} (t-test over evaluations, p {spelled})"


def _best_baseline(part: _Part, name: str, column: Column) -> str | None:
    """Returns the best of the conditions that play another method than the reference does.

    None where there is no such condition, or neither more nor less of what is measured is better.
    """
    better, suite = metric(name).better, part.results.suite
    if not better:
        return None
    own = next((_family(arm) for arm in suite.conditions if arm.name == suite.reference), "")
    values = {
        arm.name: value
        for arm in suite.conditions
        if arm.is_played and _family(arm) != own and part.scores.get(arm.name)
        if (value := estimate(part.scores[arm.name], name, column).value) is not None
    }
    best = max if better == "more" else min
    return best(values, key=lambda condition: values[condition]) if values else None


def _family(arm: Arm) -> str:
    return arm.method.partition("@")[0].partition(":")[0]


UNLIKE = "not comparable because"


def not_comparable(
    results: Results, view: SuiteRow, setups: Sequence[GameSetup], *, is_whole: bool, by: str = ""
) -> str:
    """Returns the reasons as one clause, "not comparable because …"; empty where there is none.

    Args:
        results: of the run.
        view: whose number it is.
        setups: of what it was taken over.
        is_whole: whether it stands for the whole table, and not for one story.
        by: by what else than theirs it was measured; empty if by the same.
    """
    reasons = [*_reasons(results, view, setups, is_whole=is_whole), *filter(None, [by])]
    return f"{UNLIKE} {', '.join(reasons)}" if reasons else ""


def _reasons(
    results: Results, view: SuiteRow, setups: Sequence[GameSetup], *, is_whole: bool
) -> Iterator[str]:
    suite, run = results.suite, results.run
    if suite.not_comparable:
        yield suite.not_comparable
    measured, arm = results.beside(view).measured, suite.arm(view.arms[0])
    if measured is None or arm.is_by_lot:
        return
    ours = models_of_row(run, suite, view)
    if not all(any(name in model.lower() for name in measured.same_model) for model in ours):
        is_or_are = "model is" if len(ours) == 1 else "models are"
        yield f"the {is_or_are} {' and '.join(map(_model_name, ours))}, theirs {measured.model}"
    if measured.temperature is not None:
        warm = {temperature_of(model, run) for model in ours if not is_rule_based(model)} - {
            measured.temperature
        }
        if warm:
            temperatures = " and ".join(f"{temperature:g}" for temperature in sorted(warm))
            yield f"the temperature is {temperatures}, theirs {measured.temperature:g}"
    if measured.paper:
        departures = (departure(method, measured.paper) for method in methods_of_row(suite, view))
        yield from dict.fromkeys(filter(None, departures))
    yield from stories_of(suite.game).unlike(
        Shown(
            run=run,
            arm=arm,
            theirs=measured,
            setups=setups,
            languages=frozenset(cell.language for cell in results.played if cell.condition in view.arms),
            games=len(results.scores(view.name)),
            is_whole=is_whole,
        )
    )


def temperature_of(model: str, run: RunDefinition) -> float:
    """Returns the temperature at which a model of a run writes."""
    return split_settings(model)[1].get("temperature", run.temperature)


def _model_name(model: str) -> str:
    return "the reader" if model == BUILT_IN else model
