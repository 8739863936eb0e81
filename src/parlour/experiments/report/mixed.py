"""Conditions of a large run by linear mixed effects: stories, and seeds within them, vary at random.

A paired contrast counts each story as one value. Where a story is played often this counts each match as
one, and splits the variance into the story's, the seed's and the rest (Pinheiro and Bates, 2000).
Shares are taken as they are, as in a linear probability model.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from parlour.errors import MissingExtra
from parlour.evaluation import Cut, metric, metrics
from parlour.experiments.report.contrasts import reference_of
from parlour.experiments.report.results import Results

FEWEST_STORIES = 10
"""The fewest stories from which their variance can be estimated."""


class MixedEffect(BaseModel):
    """The effect of a condition against the reference on a metric, with stories and seeds as random effects.

    Attributes:
        low: where its 95 % interval begins.
        by_story: the deviation between stories.
        by_seed: the deviation between seeds of a story; null where each story has but one.
        rest: the deviation that is left.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
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
    return [each for name in names for each in _of_metric(results, name, models)]


def _of_metric(results: Results, name: str, models: ModuleType) -> Iterator[MixedEffect]:
    """Fits value = b0 + b(condition) + u(story) + v(seed of the story) + e."""
    reference, values = reference_of(results), list(_values(results, name))
    stories = sorted({story for _, story, _, _ in values})
    others = [each for each in dict.fromkeys(condition for condition, *_ in values) if each != reference]
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
    for view in results.suite.shown:
        for (_, story, language, game, _), score in results.dealt(view.name):
            parts = measured.parts(score, Cut())
            if parts.possible and not np.isnan(parts.reached):
                drawn = f"{score.drawn_as or story} {language}"
                yield view.name, drawn, str(game), parts.reached / parts.possible


def _seeds(values: Sequence[Value], stories: Sequence[str], models: ModuleType) -> object:
    """Returns the matches of each story that share a seed, as a matrix of 0 and 1 for each story."""
    names: list[list[str]] = []
    matrices: list[NDArray[np.float64]] = []
    for each in stories:
        seeds = [seed for _, story, seed, _ in values if story == each]
        names.append(sorted(set(seeds)))
        matrices.append(np.array([[float(seed == known) for known in names[-1]] for seed in seeds]))
    return models.VCSpec(["seed"], [names], [matrices])
