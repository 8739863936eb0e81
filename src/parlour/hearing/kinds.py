"""Which acts a remark holds, weighed by a model fitted to utterances of people (`bench/hearing_fit.py`).

One logistic regression for each kind of act, over the features of `features.py`. It says only which acts are
likely; who and what they speak of, the rules and the names in the text say, and what rests on it alone is
shown to the person before it is sent.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from parlour.facts import Language


@dataclass(frozen=True)
class KindModel:
    """Weights by feature and kind, and each kind's bias."""

    bias: Mapping[str, float]
    weights: Mapping[str, Mapping[str, float]]

    def chances(self, features: Iterable[str]) -> dict[str, float]:
        """How likely each kind is to be among the acts."""
        totals = dict(self.bias)
        for feature in features:
            for kind, weight in self.weights.get(feature, {}).items():
                totals[kind] += weight
        return {kind: 1 / (1 + math.exp(-min(max(total, -30.0), 30.0))) for kind, total in totals.items()}


@cache
def model(language: Language) -> KindModel:
    """The model of a language; one that knows nothing where none is shipped."""
    file = resources.files("parlour.hearing") / f"kinds.{language}.json.gz"
    if not file.is_file():
        return KindModel({}, {})
    return read(json.loads(gzip.decompress(file.read_bytes())))


def read(told: Mapping[str, Any]) -> KindModel:
    """A model as it is shipped: weights in hundredths, by feature and the number of the kind."""
    names: list[str] = told["kinds"]
    rows: Mapping[str, Mapping[str, int]] = told["weights"]
    weights = {
        feature: {names[int(n)]: value / 100 for n, value in row.items()} for feature, row in rows.items()
    }
    return KindModel({name: value / 100 for name, value in zip(names, told["bias"], strict=True)}, weights)
