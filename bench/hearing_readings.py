"""Which reading of a remark is meant, fitted to readings by weights that never saw it.

A conditional logit (McFadden 1974): of all readings of a remark that one is meant whose features weigh most,
p(reading) = exp(w·f(reading)) / Σ exp(w·f). Remarks none of whose readings is all that is meant are left out
of the fit, not of the figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse

from parlour.language.hearing.readings import Reading, RemarkReadings

LEAST_SEEN, LEAST_WEIGHT, STRENGTH = 5, 0.005, 5.0
"""In how many remarks a feature must stand, the least weight that is kept, and how strongly the squares of
all are held to 0."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class WeighedReadings:
    """A remark's readings by weights that never saw it.

    Attributes:
        meant: by each, whether it is all that is meant.
        fold: in which it is left out.
    """

    readings: RemarkReadings
    meant: Mapping[Reading, bool]
    count: float
    fold: int


class ReadingTable:
    """All readings of remarks as rows of a matrix."""

    def __init__(self, remarks: Sequence[WeighedReadings]) -> None:
        self.remarks = remarks
        rows = [each.readings.features(reading) for each in remarks for reading in each.meant]
        self.ends = [*accumulate((len(each.meant) for each in remarks), initial=0)]
        self.of = np.repeat(np.arange(len(remarks)), np.diff(self.ends))
        self.meant = np.array([meant for each in remarks for meant in each.meant.values()])
        seen = Counter(name for names in self._names(rows) for name in names)
        self.columns = {
            name: n for n, name in enumerate(sorted(k for k, count in seen.items() if count >= LEAST_SEEN))
        }
        self.data = _matrix(rows, self.columns)

    def _names(self, rows: Sequence[Mapping[str, float]]) -> list[set[str]]:
        """The features that stand in any reading of each remark."""
        spans = zip(self.ends, self.ends[1:], strict=False)
        return [{name for row in rows[start:end] for name in row} for start, end in spans]

    def weights(self) -> dict[str, float]:
        """The weight of each feature, by all remarks."""
        fitted = self._fit(np.ones(len(self.remarks), bool)).tolist()
        return {name: fitted[n] for name, n in self.columns.items() if abs(fitted[n]) >= LEAST_WEIGHT}

    def left_out(self, places: Sequence[int]) -> dict[int, list[tuple[Reading, float]]]:
        """Of some remarks each reading with how likely it is by all but their fold, the likeliest first."""
        folds = np.array([each.fold for each in self.remarks])
        found: dict[int, list[tuple[Reading, float]]] = {}
        for fold in {folds[n] for n in places}:
            scores = self.data @ self._fit(folds != fold)
            for n in (each for each in places if folds[each] == fold):
                own = scores[self.ends[n] : self.ends[n + 1]]
                powers = np.exp(own - own.max())
                chances: list[float] = (powers / powers.sum()).tolist()
                ranked = zip(self.remarks[n].meant, chances, strict=True)
                found[n] = sorted(ranked, key=lambda each: -each[1])
        return found

    def _fit(self, used: NDArray[np.bool_]) -> Floats:
        within = np.add.reduceat(self.meant, self.ends[:-1]) > 0
        rows = np.flatnonzero((used & within)[self.of])
        data, of = self.data[rows], np.unique(self.of[rows], return_inverse=True)[1]
        starts = np.flatnonzero(np.diff(of, prepend=-1))
        meant = self.meant[rows]
        counts = np.array([each.count for each in self.remarks])[used & within]

        def loss(weights: Floats) -> tuple[float, Floats]:
            scores: Floats = data @ weights
            powers = np.exp(scores - np.maximum.reduceat(scores, starts)[of])
            whole, right = np.add.reduceat(powers, starts), np.add.reduceat(powers * meant, starts)
            steps = (powers / whole[of] - powers * meant / right[of]) * counts[of]
            told = (counts * (np.log(whole) - np.log(right))).sum() + STRENGTH * (weights @ weights) / 2
            return float(told), data.T @ steps + STRENGTH * weights

        solver: Any = optimize
        start = np.zeros(len(self.columns))
        return solver.minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 200}).x


def _matrix(rows: Sequence[Mapping[str, float]], columns: Mapping[str, int]) -> Any:
    kept = [[(columns[name], value) for name, value in row.items() if name in columns] for row in rows]
    ends = [*accumulate(map(len, kept), initial=0)]
    places = [place for row in kept for place, _ in row]
    values = [value for row in kept for _, value in row]
    return sparse.csr_matrix((values, places, ends), shape=(len(rows), len(columns)))
