"""Weights fitted to utterances of people (`bench/hearing_fit.py`), one file a language.

Three linear models. The first tells from the words of a remark, or of a clause, which kinds of acts it holds;
the second tells of one act, with whom and what it speaks of, whether that is meant; the third weighs sets of
such acts against each other (`readings.py`). What is unlikely to be all that is meant is shown to the person
before it is said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from io import BytesIO
from typing import TYPE_CHECKING, Any

from parlour.language.facts import Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LEAST_SHARE = 0.003


@dataclass(frozen=True, kw_only=True)
class FittedWeights:
    """The weights of a language."""

    kinds: tuple[str, ...]
    words: Mapping[str, int]
    by_word: NDArray[np.float32]
    kind_bias: NDArray[np.float32]
    bearings: Mapping[str, int]
    by_bearing: Sequence[float]
    act_bias: float
    by_reading: Mapping[str, float] = field(default_factory=dict[str, float])
    by_look: Mapping[str, float] = field(default_factory=dict[str, float])
    least_certainty: float = 0.8

    def kind_chances(self, features: Sequence[str]) -> dict[str, float]:
        """Returns the logit of each kind of act, given some words."""
        rows = [self.words[feature] for feature in dict.fromkeys(features) if feature in self.words]
        scores = self.kind_bias + self.by_word[rows].sum(axis=0) / math.sqrt(max(len(features), 1))
        return dict(zip(self.kinds, as_logits(scores), strict=True))

    def act_chance(self, bearing: Mapping[str, float]) -> float:
        """Returns the chance that an act is meant."""
        rows, weights = self.bearings, self.by_bearing
        total = self.act_bias
        for name, value in bearing.items():
            row = rows.get(name)
            if row is not None:
                total += weights[row] * value
        return _chance(total)

    def reading_chances(self, features: Sequence[Mapping[str, float]]) -> list[float]:
        """Returns the chance of each of several readings."""
        scores = [
            sum(self.by_reading.get(name, 0.0) * value for name, value in reading.items())
            for reading in features
        ]
        powers = [math.exp(score - max(scores)) for score in scores]
        return [power / sum(powers) for power in powers]

    def certainty(self, looks: Mapping[str, float]) -> float:
        """Returns the chance that a reading is all that is meant."""
        return _chance(
            self.by_look[""] + sum(self.by_look.get(name, 0.0) * value for name, value in looks.items())
        )


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-min(max(logit, -30.0), 30.0)))


def as_logits(shares: NDArray[np.floating[Any]]) -> list[float]:
    """Returns scores between 0 and 1 in logits, within bounds."""
    import numpy as np  # only where people type

    within = np.clip(shares.astype(float), _LEAST_SHARE, 1 - _LEAST_SHARE)
    return np.log(within / (1 - within)).tolist()


@cache
def load_weights(language: Language) -> FittedWeights:
    """Returns the weights of a language."""
    file = resources.files("parlour.language.hearing") / f"weights.{language}.npz"
    return unpack_weights(file.read_bytes())


def unpack_weights(shipped: bytes) -> FittedWeights:
    """Reads the weights from the shipped bytes."""
    import numpy as np  # only where people type

    with np.load(BytesIO(shipped), allow_pickle=False) as arrays:
        return FittedWeights(
            kinds=tuple(_split(arrays["kinds"])),
            words={word: n for n, word in enumerate(_split(arrays["words"]))},
            by_word=arrays["by_word"].astype(np.float32),
            kind_bias=arrays["kind_bias"],
            bearings={bearing: n for n, bearing in enumerate(_split(arrays["bearings"]))},
            by_bearing=arrays["by_bearing"].astype(np.float32).tolist(),
            act_bias=float(arrays["act_bias"][0]),
            by_reading=dict(
                zip(
                    _split(arrays["readings"]), arrays["by_reading"].astype(np.float32).tolist(), strict=False
                )
            ),
            by_look=dict(zip(_split(arrays["looks"]), arrays["by_look"].tolist(), strict=False)),
            least_certainty=float(arrays["least_certainty"][0]),
        )


def _split(array: NDArray[Any]) -> list[str]:
    return array.tobytes().decode().split("\n")
