"""A study's plan is balanced, and agreement is Krippendorff's."""

from __future__ import annotations

from collections import Counter

import pytest

from parlour.errors import UsageError
from parlour.experiments.study import assign, krippendorff_alpha


def test_each_person_plays_each_story_once_and_pairs_are_spread():
    plan = assign(4, 3, 4, seed=7)
    assert all(sorted(story for story, _ in person) == [0, 1, 2] for person in plan)
    assert all(len({method for _, method in person}) == 3 for person in plan)
    pairs = Counter(pair for person in plan for pair in person)
    assert len(pairs) == 12  # every pair of 3 stories and 4 methods once


@pytest.mark.parametrize(("people", "stories", "methods"), [(12, 3, 4), (6, 3, 2), (8, 5, 3), (1, 7, 7)])
def test_counts_differ_by_little(people: int, stories: int, methods: int):
    plan = assign(people, stories, methods, seed=1)
    assert plan == assign(people, stories, methods, seed=1)
    for person in plan:
        assert sorted(story for story, _ in person) == [*range(stories)]
        played = [method for _, method in person]
        times = [played.count(method) for method in range(methods)]
        assert max(times) - min(times) <= 1
    pairs = Counter(pair for person in plan for pair in person)
    every = [pairs[story, method] for story in range(stories) for method in range(methods)]
    assert max(every) - min(every) <= 2


def test_nothing_is_planned_for_nobody():
    with pytest.raises(UsageError, match="at least one person"):
        assign(0, 3, 4, seed=1)


def test_agreement_is_that_of_krippendorffs_own_example():
    # Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section D: .849 for interval data.
    units = [[1] * 3, [2, 2, 3, 2], [3] * 4, [3] * 4, [2] * 4, [1, 2, 3, 4]]
    units += [[4] * 4, [1, 1, 2, 1], [2] * 4, [5] * 3, [1] * 2, [3]]
    assert krippendorff_alpha(units) == pytest.approx(0.849, abs=0.0005)


def test_agreement_needs_two_marks_that_differ():
    assert krippendorff_alpha([[1], [5]]) is None
    assert krippendorff_alpha([[3, 3], [3]]) is None
    assert krippendorff_alpha([[1, 5], [5, 1]]) < 0  # pyright: ignore[reportOptionalOperand]
