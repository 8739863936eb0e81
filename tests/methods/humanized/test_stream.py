"""The memory stream, against numbers worked out by hand from section 2.5 of Humanized Agents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.methods.humanized.attitudes import MemoryStream
from tests.cases import cases

FAVORS = {"Ann": 79 / 99, "Ben": 19 / 99, "Cat": 49 / 99}
Heard = list[tuple[str, float]]


def stream(*heard: tuple[str, float]) -> MemoryStream:
    """What was said, speaker by speaker, with how much each was liked then."""
    told = MemoryStream()
    for number, (speaker, importance) in enumerate(heard):
        told = told.add(number, speaker, 1, importance)
    return told


def test_relevance_is_the_weighted_sum_of_the_paper():
    """A speaker of favor 80 then and 20 now, three utterances ago: 0.5 * 0.95^3 + 2 * 79/99 + 2 * 19/99."""
    told = stream(("Ann", 79 / 99), ("Ben", 0.5), ("Ben", 0.5), ("Ben", 0.5))
    assert told.relevance(told.utterances[0], 19 / 99) == pytest.approx(0.4286875 + 1.5959596 + 0.3838384)


def test_who_is_liked_is_remembered_before_who_spoke_last():
    told = stream(("Ann", 0.8), ("Ben", 0.2), ("Cat", 0.5))
    assert told.recall(FAVORS.__getitem__, 2)[1] == (0, 2)


def test_what_came_to_mind_is_recent_again():
    """Two utterances later the old one that came to mind has an age of 2, its equal beside it one of 3."""
    told, chosen = stream(("Ann", 0.5), ("Ben", 0.5)).recall({"Ann": 0.9, "Ben": 0.1}.__getitem__, 1)
    assert chosen == (0,)
    told = told.add(2, "Cat", 1, 0.5).add(3, "Cat", 1, 0.5)
    first, second = (told.relevance(each, 0.5) for each in told.utterances[:2])
    assert first == pytest.approx(0.5 * 0.95**2 + 2)
    assert second == pytest.approx(0.5 * 0.95**2 + 2)
    older, _ = told.recall({"Ann": 0.9, "Ben": 0.1, "Cat": 0.0}.__getitem__, 1)
    later = older.add(4, "Cat", 1, 0.5)
    first, second = (later.relevance(each, 0.5) for each in later.utterances[:2])
    assert first == pytest.approx(0.5 * 0.95 + 2)
    assert second == pytest.approx(0.5 * 0.95**3 + 2)


@cases("value", [-0.01, 1.01])
def test_what_is_not_mapped_to_0_to_1_is_refused(value: float):
    with pytest.raises(ValueError, match=r"not in \[0, 1\]"):
        MemoryStream().add(0, "Ann", 1, value)
    told = stream(("Ann", 0.5))
    with pytest.raises(ValueError, match=r"not in \[0, 1\]"):
        told.relevance(told.utterances[0], value)


units = st.floats(0, 1)


@given(st.lists(st.tuples(st.sampled_from(sorted(FAVORS)), units), max_size=30), st.integers(1, 20))
def test_to_call_to_mind_twice_gives_the_same_in_order_and_no_more_than_asked(heard: Heard, most: int):
    after, chosen = stream(*heard).recall(FAVORS.__getitem__, most)
    assert len(chosen) == min(most, len(heard))
    assert list(chosen) == sorted(chosen)
    assert after.recall(FAVORS.__getitem__, most) == (after, chosen)


@given(st.lists(st.tuples(st.sampled_from(sorted(FAVORS)), units), min_size=1, max_size=30), units)
def test_relevance_lies_between_nothing_and_the_sum_of_the_weights(heard: Heard, fondness: float):
    told = stream(*heard)
    assert all(0 < told.relevance(each, fondness) <= 4.5 for each in told.utterances)
