"""Text distance against arithmetic by hand (Humanized Agents, equation 12 and algorithm 3)."""

from __future__ import annotations

import tracemalloc
from itertools import combinations, product
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from parlour.errors import UsageError
from parlour.evaluation.richness import text_distance, without_each

vectors = st.lists(
    st.lists(st.integers(-5, 5), min_size=3, max_size=3).filter(any), min_size=3, max_size=8
).map(lambda rows: np.array(rows, dtype=np.float32))


def cosine_distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(1 - one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def test_two_texts_at_right_angles_are_1_apart_and_half_of_it_over_the_matrix():
    told = text_distance(np.array([[1.0, 0], [0, 7]]))
    assert (told.n, told.mean, told.apart) == (2, 0.5, 1.0)
    assert told.deviation == pytest.approx(3**-0.5)


def test_a_single_text_is_at_no_distance_of_itself():
    told = text_distance(np.array([[3.0, 4]]))
    assert (told.mean, told.deviation, told.apart) == (0, None, None)


@given(vectors)
def test_it_is_the_mean_and_deviation_of_all_pairs_with_and_without_the_diagonal(texts: NDArray[np.float32]):
    told = text_distance(texts)
    square = [
        0.0 if one == other else cosine_distance(texts[one], texts[other])
        for one, other in product(range(len(texts)), repeat=2)
    ]
    pairs = [cosine_distance(one, other) for one, other in combinations(texts, 2)]
    assert told.mean == pytest.approx(fmean(square), abs=1e-6)
    assert told.deviation == pytest.approx(stdev(square), abs=1e-6)
    assert told.apart == pytest.approx(fmean(pairs), abs=1e-6)


def test_many_texts_are_measured_as_a_few_are_and_the_matrix_is_never_held():
    """2,000² numbers of 8 bytes are 32 MB."""
    vectors = np.random.default_rng(5).normal(size=(2000, 8))
    tracemalloc.start()
    told = text_distance(vectors)
    without_each(vectors, [n % 100 for n in range(2000)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 6e6
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    distances = 1 - unit @ unit.T
    np.fill_diagonal(distances, 0)
    assert told.mean == pytest.approx(distances.mean())
    assert told.deviation == pytest.approx(distances.std(ddof=0) * 2000 / (2000**2 - 1) ** 0.5)


def test_opposite_texts_are_2_apart_and_never_more():
    for each in np.random.default_rng(0).normal(size=(200, 7)):
        apart = text_distance(np.array([each, -each])).apart
        assert apart is not None
        assert 2 - 1e-9 < apart <= 2


def test_nothing_and_a_vector_of_zeros_are_refused():
    with pytest.raises(UsageError, match="no text"):
        text_distance(np.empty((0, 3)))
    with pytest.raises(UsageError, match="zero"):
        text_distance(np.array([[1.0, 0], [0, 0]]))
