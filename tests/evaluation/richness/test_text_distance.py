"""Text distance against arithmetic by hand (Humanized Agents, equation 12 and algorithm 3)."""

from __future__ import annotations

import tracemalloc
from collections.abc import Sequence
from itertools import combinations, product
from random import Random
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from parlour.errors import UsageError
from parlour.evaluation.richness import distance_by_round, text_distance, without_each
from tests.evaluation.richness.talks import talk

vectors = st.lists(
    st.lists(st.integers(-5, 5), min_size=3, max_size=3).filter(any), min_size=3, max_size=8
).map(lambda rows: np.array(rows, dtype=np.float32))


def cosine_distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(1 - one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def test_two_texts_at_right_angles_are_1_apart_and_half_of_it_over_the_matrix():
    told = text_distance(np.array([[1.0, 0], [0, 7]]))
    assert (told.n, told.mean, told.apart) == (2, 0.5, 1.0)
    assert told.deviation == pytest.approx(3**-0.5)
    assert told.apart_deviation is None


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
    assert told.apart_deviation == pytest.approx(stdev(pairs), abs=1e-3)


@given(vectors, st.floats(0.1, 100))
def test_how_long_a_vector_is_and_in_which_order_texts_come_does_not_matter(
    texts: NDArray[np.float32], factor: float
):
    one, other = text_distance(texts), text_distance(texts[::-1] * factor)
    assert one.mean == pytest.approx(other.mean, abs=1e-6)
    assert one.deviation == pytest.approx(other.deviation, abs=1e-6)


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


@given(vectors, st.randoms())
def test_turning_the_space_and_saying_everything_twice_leave_distances_as_they_are(
    texts: NDArray[np.float32], random: Random
):
    """Said twice, the matrix with its diagonal has the same mean; off it there are more zeros."""
    turn, _ = np.linalg.qr(np.random.default_rng(random.randrange(1000)).normal(size=(3, 3)))
    told = text_distance(texts)
    assert text_distance(texts @ turn).mean == pytest.approx(told.mean, abs=1e-6)
    assert text_distance(np.repeat(texts, 2, axis=0)).mean == pytest.approx(told.mean, abs=1e-6)


def test_opposite_texts_are_2_apart_and_never_more():
    for each in np.random.default_rng(0).normal(size=(200, 7)):
        apart = text_distance(np.array([each, -each])).apart
        assert apart is not None
        assert 2 - 1e-9 < apart <= 2


def test_without_a_game_distances_vary_as_if_it_had_not_been_played():
    vectors, games = np.random.default_rng(3).normal(size=(12, 3)), np.array([5, 7, 9, 7] * 3)
    for game, found in zip((5, 7, 9), without_each(vectors, games.tolist()), strict=True):
        expected = text_distance(vectors[games != game])
        assert found.deviation == pytest.approx(expected.deviation)
        assert found.apart_deviation == pytest.approx(expected.apart_deviation)


def test_nothing_and_a_vector_of_zeros_are_refused():
    with pytest.raises(UsageError, match="no text"):
        text_distance(np.empty((0, 3)))
    with pytest.raises(UsageError, match="zero"):
        text_distance(np.array([[1.0, 0], [0, 0]]))


def by_first_letter(texts: Sequence[str], /) -> NDArray[np.float32]:
    return np.array([[text[0] == letter for letter in "abc"] for text in texts], dtype=np.float32)


def test_each_round_counts_with_those_before_it_and_games_are_pooled():
    games = [
        talk("m1", said=[(1, "Ann", "a"), (2, "Ann", "b")]),
        talk("m2", said=[(1, "Ann", "a"), (2, "Ann", "c")]),
    ]
    told = distance_by_round(games, by_first_letter)
    assert {until: each.n for until, each in told.items()} == {1: 2, 2: 4}
    assert told[1].mean == 0
    assert told[2].apart == pytest.approx(5 / 6)
    assert distance_by_round([], by_first_letter) == {}
