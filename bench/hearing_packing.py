"""Packs the fitted weights of hearing into the file that `parlour/language/hearing/readings.py` reads."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from parlour.language.hearing.readings import FittedWeights


def pack_weights(weights: FittedWeights) -> bytes:
    """Returns weights as they are shipped."""
    out = BytesIO()
    np.savez_compressed(
        out,
        kinds=_join(weights.kinds),
        words=_join(weights.words),
        by_word=weights.by_word.astype(np.float16),
        kind_bias=weights.kind_bias,
        bearings=_join(weights.bearings),
        by_bearing=np.array(weights.by_bearing, np.float16),
        act_bias=np.array([weights.act_bias], np.float32),
        readings=_join(weights.by_reading),
        by_reading=np.array([*weights.by_reading.values()], np.float16),
        looks=_join(weights.by_look),
        by_look=np.array([*weights.by_look.values()], np.float32),
        least_certainty=np.array([weights.least_certainty], np.float32),
    )
    return out.getvalue()


def _join(names: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(names).encode(), np.uint8)
