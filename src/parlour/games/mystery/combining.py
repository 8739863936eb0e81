"""Whose words must be put together before it follows who did it, and whose nobody can do without."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.language.facts import Name


def fewest(seen: Deduction, truth: Hypothesis, most: int) -> tuple[Name, ...] | None:
    """The fewest people whose words entail the truth; None if it takes `most` or more.

    Whatever set of people leaves a wrong hypothesis alive teaches that the right set must hold the sources
    of a clash which refutes it; only sets that obey all lessons so far are tried.
    """
    lessons: list[list[frozenset[Name]]] = []
    for count in range(most):
        for tried in combinations(seen.suspects, count):
            if not all(any(sources.issubset(tried) for sources in lesson) for lesson in lessons):
                continue
            wrong = next((each for each in seen.told_by(tried).survivors() if each != truth), None)
            if wrong is None:
                return tried
            lessons.append(_least({frozenset(clash.sources) for clash in seen.refutations(wrong)}))
    return None


def is_combined_of(said: Deduction, truth: Hypothesis, civilians: Iterable[Name], count: int) -> bool:
    """Whether an innocent can tell who did it with the words of so many, its own too, and none with fewer.

    Args:
        said: all that comes to be said.
        truth: who did it.
        civilians: who killed nobody.
        count: of how many people, at least 1.
    """
    is_enough = False
    for name in civilians:
        others = fewest(said.seen_by(name), truth, count)
        if others is not None and len(others) + 1 < count:
            return False
        is_enough = is_enough or others is not None
    return is_enough


def decisive(said: Deduction, truth: Hypothesis) -> Mapping[Name, tuple[Name, ...]]:
    """The decisive witnesses of each victim's case: without the words of such a one it stays open.

    Args:
        said: all that comes to be said, which entails the truth.
        truth: who did it.
    """
    without = {
        name: list(said.told_by([each for each in said.suspects if each != name]).survivors())
        for name in said.suspects
    }
    return {
        victim: tuple(
            name
            for name, left in without.items()
            if name not in truth[case] and any(each[case] != truth[case] for each in left)
        )
        for case, victim in enumerate(said.victims)
    }


def _least(groups: Collection[frozenset[Name]]) -> list[frozenset[Name]]:
    """The groups that hold no other."""
    return [group for group in groups if not any(other < group for other in groups)]
