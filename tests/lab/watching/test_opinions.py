"""What is held by weights, or by none."""

from __future__ import annotations

from parlour.lab.watching.followed import alike

NAMES = ("Ann", "Ben", "Cat", "Dan")


def test_where_nothing_is_known_each_is_as_likely_and_together_they_are_as_many_as_are_sought():
    assert alike(NAMES) == dict.fromkeys(NAMES, 1 / 4)
    assert alike(NAMES, total=2.0) == dict.fromkeys(NAMES, 2 / 4)
