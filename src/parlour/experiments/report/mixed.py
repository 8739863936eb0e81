"""Conditions of a large run by linear mixed effects: stories, and seeds within them, vary at random.

A paired contrast counts each story as one value. Where a story is played often this counts each match as
one, and splits the variance into the story's, the seed's and the rest (Pinheiro and Bates, 2000).
Shares are taken as they are, as in a linear probability model.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

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


Floats = NDArray[np.float64]


class _Fit(Protocol):
    """The part of a fitted model that is used."""

    fe_params: Floats
    pvalues: Floats
    cov_re: Floats
    vcomp: Floats
    scale: float
    converged: bool

    def conf_int(self) -> Floats: ...


class _Model(Protocol):
    def fit(self, *, reml: bool) -> _Fit: ...


class _Statsmodels(Protocol):
    """The part of statsmodels that is used; the package has no type hints."""

    def MixedLM(  # noqa: N802
        self, values: Floats, design: Floats, groups: NDArray[np.str_], *, exog_re: Floats, exog_vc: object
    ) -> _Model: ...

    def VCSpec(self, names: object, columns: object, matrices: object) -> object: ...  # noqa: N802


@dataclass(frozen=True, kw_only=True)
class _Value:
    """The value of one match."""

    condition: str
    story: str
    seed: str
    value: float


def mixed_effects(results: Results) -> list[MixedEffect]:
    """Fits each metric of a run by restricted maximum likelihood; omits those of fewer than ten stories.

    Raises:
        MissingExtra: if statsmodels is not installed.
    """
    try:
        models = cast("_Statsmodels", import_module("statsmodels.regression.mixed_linear_model"))
    except ImportError as error:
        raise MissingExtra("mixed effects need statsmodels: pip install 'parlour[stats]'") from error
    names = [name for name in results.suite.metrics if name in metrics()]
    return [each for name in names for each in _of_metric(results, name, models)]


def _of_metric(results: Results, name: str, models: _Statsmodels) -> Iterator[MixedEffect]:
    reference, told = reference_of(results), list(_values(results, name))
    stories = {each.story for each in told}
    others = [each for each in dict.fromkeys(value.condition for value in told) if each != reference]
    values = np.array([each.value for each in told])
    if len(stories) < FEWEST_STORIES or not others or np.ptp(values) == 0:
        return
    has_seeds = len({(each.story, each.seed) for each in told}) > len(stories)
    try:
        fitted = _fit_model(told, others, models, has_seeds=has_seeds)
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
            matches=len(told),
            stories=len(stories),
            by_story=float(np.sqrt(fitted.cov_re[0, 0])),
            by_seed=float(np.sqrt(fitted.vcomp[0])) if has_seeds else None,
            rest=float(np.sqrt(fitted.scale)),
            has_converged=bool(fitted.converged),
        )


def _values(results: Results, name: str) -> Iterator[_Value]:
    measured, cut = metric(name), Cut()
    for view in results.suite.shown:
        for (_, story, language, game, _), score in results.dealt(view.name):
            parts = measured.parts(score, cut)
            if parts.possible and not np.isnan(parts.reached):
                yield _Value(
                    condition=view.name,
                    story=f"{score.drawn_as or story} {language}",
                    seed=str(game),
                    value=parts.reached / parts.possible,
                )


def _fit_model(told: list[_Value], others: list[str], models: _Statsmodels, *, has_seeds: bool) -> _Fit:
    """Fits value = b0 + b(condition) + u(story) + v(seed of the story) + e."""
    design = np.array([[1.0, *(float(each.condition == other) for other in others)] for each in told])
    groups = np.array([each.story for each in told])
    model = models.MixedLM(
        np.array([each.value for each in told]),
        design,
        groups,
        exog_re=np.ones((len(told), 1)),
        exog_vc=_seeds(told, models) if has_seeds else None,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # whether it converged stands in the result
        return model.fit(reml=True)


def _seeds(told: list[_Value], models: _Statsmodels) -> object:
    """Returns the matches of each story that share a seed, as a matrix of 0 and 1 for each story."""
    stories = sorted({each.story for each in told})
    names: list[list[str]] = []
    matrices: list[Floats] = []
    for story in stories:
        seeds = [each.seed for each in told if each.story == story]
        known = sorted(set(seeds))
        names.append(known)
        matrices.append(np.array([[float(seed == each) for each in known] for seed in seeds]))
    return models.VCSpec(["seed"], [names], [matrices])
