"""Combinations in which every two values of different factors meet: few of all that there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

Row = tuple[str, ...]
Pair = tuple[tuple[int, str], ...]
"""Two values of a row, each with its place."""


def pairwise(*factors: Sequence[str]) -> list[Row]:
    """Combinations of a value per factor in which every two values of two factors meet.

    There is a row for each pair of the first two factors, which should be the longest. Each further value of
    a row is the one that meets most others for the first time, then the one that has met them least. Pairs
    that are left have rows of their own.
    """
    rows: list[Row] = [*product(*factors[:2])]
    met = Counter(pair for row in rows for pair in pairs_of(row))
    for values in factors[2:]:
        for number, row in enumerate(rows):
            pairs = {value: pairs_of((*row, value)) - pairs_of(row) for value in values}
            best = max(
                values,
                key=lambda value: (
                    sum(not met[pair] for pair in pairs[value]),
                    -sum(met[pair] for pair in pairs[value]),
                ),
            )
            rows[number] = (*row, best)
            met.update(pairs[best])
    for pair in sorted({pair for row in product(*factors) for pair in pairs_of(row)} - met.keys()):
        values = dict(pair)
        rows.append(tuple(values.get(place, factor[0]) for place, factor in enumerate(factors)))
    return rows


def pairs_of(row: Row) -> set[Pair]:
    """Every two values of a row."""
    return set(combinations(enumerate(row), 2))
