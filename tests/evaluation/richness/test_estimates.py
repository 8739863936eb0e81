"""Measures of richness over games, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from parlour.errors import UsageError
from parlour.evaluation.richness import (
    Mention,
    Quality,
    TableTalk,
    TableUtterance,
    judged_estimates,
    judgement_estimates,
    text_distance,
    text_estimates,
    without_each,
)
from parlour.evaluation.richness.judgement import judgement_variation
from tests.evaluation.richness.talks import NAMES, talk

rows = st.lists(
    st.tuples(st.integers(0, 2), st.lists(st.integers(-5, 5), min_size=4, max_size=4).filter(any)),
    min_size=4,
    max_size=12,
).filter(lambda told: len({game for game, _ in told}) > 1)


def by_letters(texts: Sequence[str], /) -> NDArray[np.float32]:
    return np.array([[text.count(letter) + 0.1 for letter in "abc"] for text in texts], dtype=np.float32)


@given(rows)
def test_without_a_game_is_what_the_texts_of_the_others_come_to(told: list[tuple[int, list[int]]]):
    games, vectors = [game for game, _ in told], np.array([row for _, row in told], dtype=np.float32)
    for game, found in zip(dict.fromkeys(games), without_each(vectors, games), strict=True):
        expected = text_distance(vectors[np.array(games) != game])
        assert found.n == expected.n
        assert found.mean == pytest.approx(expected.mean, abs=1e-9)
        assert (found.deviation is None) == (expected.deviation is None)
        assert found.deviation == pytest.approx(expected.deviation, abs=1e-6)
        assert found.apart == pytest.approx(expected.apart, abs=1e-9)


def test_one_game_alone_cannot_be_left_out():
    with pytest.raises(UsageError, match="one game"):
        without_each(np.eye(2), [0, 0])


def spoken(count: int) -> list[TableTalk]:
    """Games of two rounds, each of which says something else."""
    words = ("aab", "abc", "caa", "bca", "bbb", "cca")
    return [
        talk(f"m{n}", said=[(1, "Ann", words[n]), (2, "Ann", words[(2 * n + 1) % len(words)])])
        for n in range(count)
    ]


def test_texts_are_estimated_up_to_each_round_and_over_all_of_them():
    told = text_estimates(spoken(5), by_letters)
    assert told["text.apart"] == told["text.apart.round2"]
    assert (told["text.apart.round1"].n, told["text.apart"].n) == (5, 10)
    found = told["text.distance"]
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < found.value < found.high
    assert text_estimates([talk(said=[])], by_letters) == {}


def test_of_few_games_or_of_games_all_alike_there_is_no_interval():
    one = text_estimates([talk(said=[(1, "Ann", "a"), (1, "Ben", "b")])], by_letters)["text.apart"]
    assert one.value
    assert (one.low, one.high, one.n) == (None, None, 2)
    few = text_estimates(spoken(4), by_letters)["text.apart"]
    assert few.value
    assert (few.low, few.high) == (None, None)
    same = [talk(f"m{n}", votes=["Ben", "Cal"]) for n in range(6)]
    told = judgement_estimates(same)["judgement.variation"]
    assert told.value
    assert (told.low, told.n) == (None, 12)
    assert judgement_estimates([talk()]) == {}


USUAL = (0.07, 0.12, 0.12, 0.09, 0.09, 0.07, 0.16, 0.28)
"""Which shares of the votes fall on each seat in the long run."""


def by_lot(seed: int, games: int) -> list[TableTalk]:
    """Games whose votes fall on some seats rather than on others, in each game on others of them."""
    random = np.random.default_rng(seed)
    chances = random.dirichlet([12 * share for share in USUAL], size=games)
    drawn: list[list[int]] = [random.choice(len(NAMES), size=24, p=chance).tolist() for chance in chances]
    return [talk(f"m{n}", votes=[NAMES[target] for target in targets]) for n, targets in enumerate(drawn)]


def test_the_interval_of_a_judgement_variation_covers_and_never_begins_below_0():
    """Of votes that fall otherwise in each game, in simulated runs of ten games."""
    truth = judgement_variation(USUAL)
    assert truth
    told = [judgement_estimates(by_lot(seed, 10))["judgement.variation"] for seed in range(200)]
    ends = [(each.low, each.high) for each in told if each.low is not None and each.high is not None]
    assert len(ends) == len(told)
    assert all(low > 0 for low, _ in ends)
    assert sum(low <= truth <= high for low, high in ends) / len(ends) >= 0.90


class Unmoved:
    """A judge who finds the middle in everything, and can read only the first game."""

    def ratings(self, talk: TableTalk, quality: Quality) -> Sequence[float]:
        return [5.0, 6.0] if talk.match == "m1" else []

    def mentions(self, talk: TableTalk) -> Sequence[Sequence[Sequence[Mention]]]:
        return []

    def moments(self, talk: TableTalk) -> Sequence[Sequence[TableUtterance]]:
        return [talk.utterances] if talk.match == "m1" else []


def test_what_nobody_could_judge_has_no_value_and_is_not_counted():
    games = [talk(f"m{n}", said=[(1, name, "x") for name in NAMES[:3]]) for n in (1, 2)]
    told = judged_estimates(games, Unmoved())
    assert {name: (each.value, each.n) for name, each in told.items() if name in (*Quality, "variation")} == {
        "engagement": (5.5, 1),
        "wonder": (5.5, 1),
        "attraction": (5.5, 1),
        "variation": (None, 0),
    }
    assert told["memorability"].n == 1
    assert told["memorability"].value
