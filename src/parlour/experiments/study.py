"""A study with people: who plays which story with which method, and how far their marks agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from math import perm
from random import Random

from pydantic import BaseModel

from parlour.core import chance
from parlour.errors import UsageError

_MOST_TRIED = 2000
"""The sequences that are compared for each person."""


class Session(BaseModel, frozen=True, extra="forbid"):
    """One match of one person.

    Attributes:
        person: its number, from 1.
        place: in the person's order, from 1.
        story: an id of the library, or empty for a generated story.
        match: its id in the store; empty before its table is made.
    """

    person: int
    place: int
    story: str
    seed: int
    method: str
    match: str = ""


class StudyPlan(BaseModel, frozen=True, extra="forbid"):
    """The sessions of a study, by person and place.

    Attributes:
        side: the side of the person's seat; empty for the smallest.
    """

    game: str
    options: dict[str, str] = {}
    side: str = ""
    sessions: tuple[Session, ...]


def assign(people: int, stories: int, methods: int, seed: int) -> list[list[tuple[int, int]]]:
    """Returns the (story, method) pairs of each person, in the order in which they are played.

    A person plays each story once, since a played one is known, and meets the methods equally often, as far
    as the numbers allow. Each person in turn gets the sequence that keeps four counts most even over all
    people so far (the least sum of squares): of the pairs, of stories by place, of methods by place, and of
    methods that follow each other. The seed draws among equally even sequences; where there are more than
    2,000, it draws 2,000 to compare.

    Args:
        people: how many, from 1.
        stories: how many, from 1.
        methods: how many, from 1.
        seed: of the draws.

    Raises:
        UsageError: if one of the numbers is below 1.
    """
    if min(people, stories, methods) < 1:
        raise UsageError("a study needs at least one person, one story and one method")
    rng = chance(seed, "study")
    counts = Counter[tuple[str, int, int]]()
    plan: list[list[tuple[int, int]]] = []
    for _ in range(people):
        candidates = list(_sequences(stories, methods, rng))
        rng.shuffle(candidates)
        chosen = min(candidates, key=lambda candidate: sum(2 * counts[key] + 1 for key in _keys(candidate)))
        counts.update(_keys(chosen))
        plan.append(chosen)
    return plan


def _sequences(stories: int, methods: int, rng: Random) -> Iterator[list[tuple[int, int]]]:
    """Yields sequences of a person, each with every story once and the methods equally often."""
    if 0 < perm(stories) * perm(methods, stories) <= _MOST_TRIED:
        for order in permutations(range(stories)):
            for arms in permutations(range(methods), stories):
                yield list(zip(order, arms, strict=True))
        return
    times, rest = divmod(stories, methods)
    for _ in range(_MOST_TRIED):
        arms = [*range(methods)] * times + rng.sample(range(methods), rest)
        rng.shuffle(arms)
        yield list(zip(rng.sample(range(stories), stories), arms, strict=True))


def _keys(sequence: Sequence[tuple[int, int]]) -> list[tuple[str, int, int]]:
    keys = [("pair", *pair) for pair in sequence]
    keys += [("story at", story, place) for place, (story, _) in enumerate(sequence)]
    keys += [("method at", method, place) for place, (_, method) in enumerate(sequence)]
    arms = [method for _, method in sequence]
    return keys + [("after", *pair) for pair in pairwise(arms)]


def krippendorff_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Returns Krippendorff's alpha for interval data: 1 for full agreement, 0 for that by chance.

    1 - D_o / D_e (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"), with squared differences:
    D_o is their mean over the pairs of marks within a unit, each unit weighted by its number of marks, D_e
    over all pairs of marks. Units with fewer than two marks count in neither.

    Returns:
        At most 1, below 0 if people differ more than by chance; None without two marks on one unit, or if all
        marks are equal.
    """
    rated = [unit for unit in units if len(unit) > 1]
    marks = [mark for unit in rated for mark in unit]
    if not marks or len({*marks}) == 1:
        return None
    observed = sum(_squares(unit) / (len(unit) - 1) for unit in rated) / len(marks)
    return 1 - observed / (_squares(marks) / (len(marks) * (len(marks) - 1)))


def _squares(marks: Sequence[float]) -> float:
    mean = sum(marks) / len(marks)
    return 2 * len(marks) * sum((mark - mean) ** 2 for mark in marks)
