"""Contrasts of conditions, story by story: differences, intervals, tests, mixed effects, and their tables."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import groupby
from types import ModuleType

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel
from rich.console import RenderableType
from rich.text import Text

from parlour.errors import MissingExtra
from parlour.evaluation import (
    SHARES_APART,
    Column,
    Cut,
    Interval,
    MatchScore,
    holm,
    interval_apart,
    interval_of_paired,
    metric,
    metrics,
    ratio,
    sampling_units,
    sign_test,
    together,
)
from parlour.experiments.report.results import Results
from parlour.experiments.report.row import MISSING, format_value, interval, markdown_row, metric_heading
from parlour.experiments.report.table import POINTS, named_rows


class Contrast(BaseModel, frozen=True, extra="forbid"):
    """The difference of a metric between a condition and the reference, over the stories that both played.

    Attributes:
        difference: the condition less the reference, of the values over the stories that both played.
        low: where its 95 % interval over stories begins; null where none can be given.
        stories: how many both played.
        less: on how many less; on the rest both have the same.
        p: of a two-sided sign test over stories; null where both have the same on all.
    """

    suite: str
    condition: str
    reference: str
    metric: str
    difference: float
    low: float | None
    high: float | None
    points: tuple[float, ...] = ()
    stories: int
    more: int
    less: int
    p: float | None
    holm: float | None = None


def reference_of(results: Results) -> str:
    """Returns the condition that others are compared with: the suite's, or the first that has matches."""
    played = [view.name for view in results.suite.rows if results.scores(view.name)]
    return results.suite.reference if results.suite.reference in played else next(iter(played), "")


def contrasts(results: Results) -> list[Contrast]:
    """Returns all contrasts of a run, by metric; richness has none, since it is of no single story.

    So are rules without a model, where the stories have any; they are corrected among themselves.
    """
    pairs = {
        (name, other): paired_stories(results.scores(name), results.scores(other))
        for name, other in _set_against(results)
    }
    reference = reference_of(results)
    reference_scores = results.scores(reference)
    rules = {
        (name, reference): paired_stories([*scores.values()], reference_scores)
        for name, scores in results.baselines.items()
    }
    names = [name for name in results.suite.metrics if name in metrics()]
    return [
        contrast
        for name in names
        for pairings in (pairs, rules if results.is_of_baselines(name) else {})
        for contrast in _correct(list(_of_metric(results.suite.name, pairings, name)))
    ]


def _set_against(results: Results) -> Iterator[tuple[str, str]]:
    if suite_says := results.suite.against:
        yield from ((name, other) for name, others in suite_says.items() for other in others)
        return
    reference = reference_of(results)
    yield from ((view.name, reference) for view in results.suite.rows if view.name != reference)


def _of_metric(suite: str, pairs: Mapping[tuple[str, str], Sequence[Pair]], name: str) -> Iterator[Contrast]:
    for (condition, reference), played in pairs.items():
        paired = paired_difference(played, name)
        if paired.value is None:
            continue
        yield Contrast(
            suite=suite,
            condition=condition,
            reference=reference,
            metric=name,
            difference=paired.value,
            low=paired.interval.low,
            high=paired.interval.high,
            points=paired.points,
            stories=len(paired.differences),
            more=sum(difference > 0 for difference in paired.differences),
            less=sum(difference < 0 for difference in paired.differences),
            p=sign_test(paired.differences),
        )


def _correct(contrasts: list[Contrast]) -> list[Contrast]:
    tested = [contrast.p for contrast in contrasts if contrast.p is not None]
    corrected = iter(holm(tested))
    return [
        contrast if contrast.p is None else contrast.model_copy(update={"holm": next(corrected)})
        for contrast in contrasts
    ]


Scores = Sequence[MatchScore]
Story = tuple[str, str]
"""A script's id, or what it is drawn as with others, and the language."""
Pair = tuple[Scores, Scores]
"""The matches of one story in either sample."""


@dataclass(frozen=True, kw_only=True)
class SampleDifference:
    """The difference of a metric between two samples of matches.

    Attributes:
        ours: its value in the one; None where there is nothing to measure.
        differences: on each story, where both are compared story by story; else none.
    """

    ours: float | None
    theirs: float | None
    interval: Interval
    differences: tuple[float, ...] = ()

    @property
    def value(self) -> float | None:
        """The one less the other; None where either has nothing to measure."""
        return None if self.ours is None or self.theirs is None else self.ours - self.theirs

    @property
    def points(self) -> tuple[float, ...]:
        """The differences, where they are too few for an interval."""
        return self.differences if self.interval.basis == "few" else ()


def paired_stories(scores: Scores, other_scores: Scores) -> list[Pair]:
    """Returns the matches of each story that both played."""
    by_story, others = _by_story(scores), _by_story(other_scores)
    return [(by_story[story], others[story]) for story in sorted(by_story.keys() & others.keys())]


def paired_difference(pairs: Sequence[Pair], name: str, column: Column = Column.ALL) -> SampleDifference:
    """Returns a metric's difference over stories that both have a value of, with an interval over stories."""
    measured, cut = metric(name), Cut(column=column)
    parts = [
        (together(scores, measured, cut), together(other_scores, measured, cut))
        for scores, other_scores in pairs
    ]
    usable = [(part, other) for part, other in parts if part.possible and other.possible]
    ours, others = [part for part, _ in usable], [other for _, other in usable]
    first, second = ratio(ours), ratio(others)
    if first is None or second is None:
        return SampleDifference(ours=first, theirs=second, interval=Interval(basis="none"))
    return SampleDifference(
        ours=first,
        theirs=second,
        interval=interval_of_paired(ours, others, SHARES_APART if measured.unit == "share" else None),
        differences=tuple(
            part.reached / part.possible - other.reached / other.possible for part, other in usable
        ),
    )


def difference_apart(
    scores: Scores, other_scores: Scores, name: str, column: Column = Column.ALL
) -> SampleDifference:
    """Returns a metric's difference over all matches, with an interval over each one's sampling units."""
    measured, cut = metric(name), Cut(column=column)
    first, second = (
        [parts for unit in sampling_units(side) if (parts := together(unit, measured, cut)).possible]
        for side in (scores, other_scores)
    )
    ours, others = ratio(first), ratio(second)
    is_known = ours is not None and others is not None
    bounds = interval_apart(first, second, measured.unit) if is_known else Interval(basis="none")
    return SampleDifference(ours=ours, theirs=others, interval=bounds)


def _by_story(scores: Scores) -> dict[Story, list[MatchScore]]:
    by_story: dict[Story, list[MatchScore]] = {}
    for score in scores:
        by_story.setdefault((score.drawn_as or score.script, score.language), []).append(score)
    return by_story


HEADS = ("difference", "95 %", "stories", "more, less", "p", "Holm")
LEGEND = (
    "Over the stories that both played; the difference is of values over these. p: two-sided sign test over"
    " stories, exact; Holm: corrected for all contrasts of one metric."
)
FEW_STORIES = " Of too few stories for an interval, the difference on each stands in its place."


def contrast_legend(contrasts: Sequence[Contrast]) -> str:
    """Explains the columns; mentions once if there are too few stories for an interval."""
    return LEGEND + (FEW_STORIES if any(contrast.points for contrast in contrasts) else "")


def contrast_title(contrasts: Sequence[Contrast]) -> str:
    """Returns the title of the section."""
    if len({contrast.reference for contrast in contrasts}) > 1:
        return "Difference: one condition minus another, story by story"
    return f"Difference: condition minus {contrasts[0].reference}, story by story"


def contrast_blocks(contrasts: Sequence[Contrast]) -> list[tuple[str, list[tuple[str, ...]]]]:
    """Returns each metric's heading with its lines: the condition, and what stands under `HEADS`."""
    has_several = len({contrast.reference for contrast in contrasts}) > 1
    return [
        (metric_heading(metric), [_line(contrast, has_several=has_several) for contrast in group])
        for metric, group in groupby(contrasts, key=lambda contrast: contrast.metric)
    ]


def contrast_tables(contrasts: Sequence[Contrast]) -> Iterator[RenderableType]:
    """Yields the contrasts as a table for a terminal; nothing if there are none."""
    if not contrasts:
        return
    table = named_rows(contrast_title(contrasts))
    for head in HEADS:
        is_wide = head == "95 %"
        table.add_column(head, justify="right", no_wrap=not is_wide, max_width=POINTS if is_wide else None)
    for heading, lines in contrast_blocks(contrasts):
        table.add_row(Text(heading, style="bold"))
        for name, *cells in lines:
            table.add_row(f"  {name}", *map(Text, cells))
    yield table
    yield Text(contrast_legend(contrasts), style="dim")


def mixed_table(effects: Sequence[MixedEffect]) -> RenderableType:
    """Returns the mixed effects as a table for a terminal."""
    if not effects:
        return Text(f"\nno metric of as many as {FEWEST_STORIES} stories that differ: nothing to fit")
    table = named_rows(f"Mixed effects: condition minus {effects[0].reference}, stories and seeds at random")
    for head in ("effect", "95 %", "p", "σ story", "σ seed", "σ rest", "matches"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, group in groupby(effects, key=lambda effect: effect.metric):
        table.add_row(Text(metric_heading(name), style="bold"))
        for effect in group:
            table.add_row(f"  {effect.condition}", *map(Text, _mixed_cells(effect)))
    return table


def _mixed_cells(effect: MixedEffect) -> Iterator[str]:
    name = effect.metric
    yield format_value(effect.effect, name, signed=True) + (
        "" if effect.has_converged else " (not converged)"
    )
    yield interval(effect.low, effect.high, name).replace("–", " to ")
    yield _p(effect.p)
    yield from (format_value(deviation, name) for deviation in (effect.by_story, effect.by_seed, effect.rest))
    yield str(effect.matches)


def contrast_markdown(contrasts: Sequence[Contrast]) -> Iterator[str]:
    """Lines of a table for a page in Markdown; none where there is no contrast."""
    if not contrasts:
        return
    yield from ("", f"*{contrast_title(contrasts)}*", "")
    for heading, lines in contrast_blocks(contrasts):
        yield from (markdown_row((heading, *HEADS)), markdown_row(("---",) * (len(HEADS) + 1)))
        yield from map(markdown_row, lines)
        yield ""
    yield f"- {contrast_legend(contrasts)}"


def _line(contrast: Contrast, *, has_several: bool) -> tuple[str, ...]:
    ends = interval(contrast.low, contrast.high, contrast.metric, contrast.points, signed=True)
    return (
        f"{contrast.condition} minus {contrast.reference}" if has_several else contrast.condition,
        format_value(contrast.difference, contrast.metric, signed=True),
        ends if contrast.points else ends.replace("–", " to "),
        str(contrast.stories),
        f"{contrast.more}, {contrast.less}",
        _p(contrast.p),
        _p(contrast.holm),
    )


def _p(value: float | None) -> str:
    if value is None:
        return MISSING
    return "<.001" if value < 0.001 else "1" if value == 1 else f"{value:.3f}".removeprefix("0")


FEWEST_STORIES = 10
"""The fewest stories from which their variance can be estimated."""


class MixedEffect(BaseModel, frozen=True, extra="forbid"):
    """The effect of a condition against the reference on a metric, with stories and seeds as random effects.

    Attributes:
        low: where its 95 % interval begins.
        by_story: the deviation between stories.
        by_seed: the deviation between seeds of a story; null where each story has but one.
        rest: the deviation that is left.
    """

    suite: str
    condition: str
    reference: str
    metric: str
    effect: float
    low: float
    high: float
    p: float
    matches: int
    stories: int
    by_story: float
    by_seed: float | None
    rest: float
    has_converged: bool


Value = tuple[str, str, str, float]
"""The condition, story, seed and value of one match."""


def mixed_effects(results: Results) -> list[MixedEffect]:
    """Fits each metric of a run by restricted maximum likelihood; omits those of fewer than ten stories.

    Raises:
        MissingExtra: if statsmodels is not installed.
    """
    try:
        models = import_module("statsmodels.regression.mixed_linear_model")
    except ImportError as error:
        raise MissingExtra("mixed effects need statsmodels: pip install 'parlour[stats]'") from error
    names = [name for name in results.suite.metrics if name in metrics()]
    return [effect for name in names for effect in _mixed_of_metric(results, name, models)]


def _mixed_of_metric(results: Results, name: str, models: ModuleType) -> Iterator[MixedEffect]:
    """Fits value = b0 + b(condition) + u(story) + v(seed of the story) + e."""
    reference, values = reference_of(results), list(_values(results, name))
    stories = sorted({story for _, story, _, _ in values})
    others = [other for other in dict.fromkeys(condition for condition, *_ in values) if other != reference]
    if len(stories) < FEWEST_STORIES or not others or len({value for *_, value in values}) == 1:
        return
    has_seeds = len({(story, seed) for _, story, seed, _ in values}) > len(stories)
    try:
        model = models.MixedLM(
            np.array([value for *_, value in values]),
            np.array([[1.0, *(float(condition == other) for other in others)] for condition, *_ in values]),
            np.array([story for _, story, _, _ in values]),
            exog_re=np.ones((len(values), 1)),
            exog_vc=_seeds(values, stories, models) if has_seeds else None,
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whether it converged stands in the result
            fitted = model.fit(reml=True)
    except np.linalg.LinAlgError:  # nothing varies but what the conditions explain
        return
    ends = np.asarray(fitted.conf_int())
    for place, condition in enumerate(others, 1):
        yield MixedEffect(
            suite=results.suite.name,
            condition=condition,
            reference=reference,
            metric=name,
            effect=float(fitted.fe_params[place]),
            low=float(ends[place, 0]),
            high=float(ends[place, 1]),
            p=float(fitted.pvalues[place]),
            matches=len(values),
            stories=len(stories),
            by_story=float(np.sqrt(fitted.cov_re[0, 0])),
            by_seed=float(np.sqrt(fitted.vcomp[0])) if has_seeds else None,
            rest=float(np.sqrt(fitted.scale)),
            has_converged=bool(fitted.converged),
        )


def _values(results: Results, name: str) -> Iterator[Value]:
    measured = metric(name)
    for view in results.suite.rows:
        for (_, story, language, game, _), score in results.dealt(view.name):
            parts = measured.parts(score, Cut())
            if parts.possible and not np.isnan(parts.reached):
                drawn = f"{score.drawn_as or story} {language}"
                yield view.name, drawn, str(game), parts.reached / parts.possible


def _seeds(values: Sequence[Value], stories: Sequence[str], models: ModuleType) -> object:
    names: list[list[str]] = []
    matrices: list[NDArray[np.float64]] = []
    for story in stories:
        seeds = [seed for _, other, seed, _ in values if other == story]
        names.append(sorted(set(seeds)))
        matrices.append(np.array([[float(seed == level) for level in names[-1]] for seed in seeds]))
    return models.VCSpec(["seed"], [names], [matrices])
