"""How certain a reading is, fitted to readings of utterances that were left out of the fit of the acts.

Of each utterance of the working half one reading is made by weights that never saw it. A logistic regression
tells from what the reading looks like whether it is all that is meant; from which chance on nobody is shown
it first follows from how many would then be misread, each fold foretold by the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from parlour.language.hearing.readings import Reading, RemarkReadings, looks
from tests.language.hearing.scoring import Line, compared, table

FOLDS, STRENGTH = 5, 0.5
MOST_MISREAD, LEAST = 0.002, 0.9
"""The share that may be misread, less than the 0.01 that is hoped for since rules and weights were made with
these lines in view; and the least chance at which a reading is not shown first."""


@dataclass(frozen=True, kw_only=True)
class LeftOutReading:
    """An utterance as it is read by weights that never saw it.

    Attributes:
        source: where it stands: in the corpus, or among the remarks that the rules were not written with.
        fold: in which it is left out.
    """

    game: str
    source: str
    fold: int
    looks: Mapping[str, float]
    missing: int
    wrong: int

    @property
    def is_right(self) -> bool:
        """Whether it is all that is meant."""
        return not self.missing and not self.wrong


def reading(
    line: Line,
    game: str,
    source: str,
    readings: RemarkReadings,
    chosen: Reading,
    alone: float,
    *,
    fold: int,
    known: frozenset[str],
) -> LeftOutReading:
    """The reading of an utterance that is chosen, with how likely it is to be meant rather than any other."""
    evidence, acts = readings.evidence, readings.acts(chosen)
    missing, wrong = compared(line, acts, table(line, game, evidence.spoken.table.language))
    return LeftOutReading(
        game=game,
        source=source,
        fold=fold,
        looks=looks(acts, readings.ranked, evidence, known, alone),
        missing=missing,
        wrong=wrong,
    )


@dataclass(frozen=True, kw_only=True)
class CertaintyFit:
    """How certain readings are."""

    by_look: Mapping[str, float]
    least: float
    figures: Mapping[str, Counter[str]]


def certainty_fit(readings: Sequence[LeftOutReading]) -> CertaintyFit:
    """Fits how certain readings are."""
    rows: Any = DictVectorizer(sparse=False)
    data: NDArray[Any] = rows.fit_transform([dict(each.looks) for each in readings])
    right = np.array([each.is_right for each in readings])
    folds = np.array([each.fold for each in readings])
    foretold = np.zeros(len(readings))
    for fold in range(FOLDS):
        own = folds == fold
        foretold[own] = _model(data[~own], right[~own]).predict_proba(data[own])[:, 1]
    least = _least(foretold, np.array([each.wrong > 0 for each in readings]))
    figures: dict[str, Counter[str]] = {}
    for each, chance in zip(readings, foretold.tolist(), strict=True):
        tally = figures.setdefault(f"{each.game}, {each.source}", Counter())
        tally["lines"] += 1
        tally["understood"] += each.is_right
        tally["shown first"] += each.is_right and chance < least
        tally["misread"] += each.wrong > 0 and chance >= least
    model = _model(data, right)
    names = rows.get_feature_names_out()
    weights = {"": float(model.intercept_[0]), **dict(zip(names, model.coef_[0].tolist(), strict=True))}
    return CertaintyFit(by_look=weights, least=least, figures=figures)


def _model(data: NDArray[Any], right: NDArray[Any]) -> Any:
    model: Any = LogisticRegression(C=STRENGTH, max_iter=1000)
    return model.fit(data, right)


def _least(chances: NDArray[Any], wrong: NDArray[Any]) -> float:
    """The least chance from which on no more are misread than may be."""
    order = np.argsort(-chances)
    misread = np.cumsum(wrong[order])
    within = np.flatnonzero(misread <= MOST_MISREAD * len(chances))
    return max(float(chances[order[within[-1]]]), LEAST) if len(within) else 1.0
