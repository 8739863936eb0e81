"""Parts of a metric: ratios of two sums that any set of matches can pool, with their units and weights."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from parlour.evaluation.score import SOUGHT, MatchScore

Unit = Literal["share", "count", "dollars", "hours", "seconds", "points", "megabytes"]


class Column(StrEnum):
    """Which answers and votes count."""

    ALL = "all"
    """Every row of every seat, as the papers count."""
    CIVILIANS = "civilians"
    """Without those who are sought, who may be played by a fixed method or by a person."""
    STRICT = "strict"
    """Without the questions of which something is known to be wrong."""
    REPAIRED = "repaired"
    """Answers by repaired keys; those with keys that are wrong and not repaired are left out."""


@dataclass(frozen=True, kw_only=True)
class Parts:
    """A match's contribution to a metric, whose value over matches is Σ reached / Σ possible.

    Attributes:
        reached: points, right votes, won cases, calls; not a number where it is unknown.
        possible: what could have been reached; 1 where `reached` is an amount per match.
    """

    reached: float
    possible: float
    n: int


@dataclass(frozen=True, kw_only=True)
class Score:
    """A share of points, answers, votes or cases.

    Attributes:
        value: in [0, 1]; None where there was nothing to score.
    """

    value: float | None
    n: int


@dataclass(frozen=True, kw_only=True)
class Cut:
    """The part of a match that counts; all evaluations if `evaluation` is None."""

    column: Column = Column.ALL
    evaluation: int | None = None

    def has(self, team: str) -> bool:
        """Returns true if answers and votes of that side count."""
        return not (self.column is Column.CIVILIANS and team == SOUGHT)


@dataclass(frozen=True, kw_only=True)
class Metric:
    """Something that is measured of matches.

    Attributes:
        label: as a heading calls it; its name if empty.
        unit: of its value; a share is in [0, 1].
        chance: its value where nothing but chance decides; None where that depends or is not known.
        better: which values are better; empty where neither are.
        tells_outcome: whether it tells how a match came out, and not what playing took or where it failed: of
            that a fork pays only its own part.
    """

    name: str
    label: str = ""
    unit: Unit
    parts: Callable[[MatchScore, Cut], Parts]
    is_repeated: bool = False
    columns: tuple[Column, ...] = ()
    chance: float | None = None
    better: Literal["more", "less", ""] = "more"
    tells_outcome: bool = True

    @property
    def by_other_keys(self) -> tuple[Column, ...]:
        """The columns in which not all rows count by the keys as they came."""
        return tuple(column for column in self.columns if column in (Column.STRICT, Column.REPAIRED))


def in_column(name: str, column: Column) -> str:
    """A metric as a row calls it: `overall`, and `overall (strict)` where it counts something else."""
    return name if column is Column.ALL else f"{name} ({column})"


def ratio(contributions: Iterable[Parts]) -> float | None:
    """Σ reached / Σ possible; None where there is nothing to measure, or some of it is unknown."""
    contributions = list(contributions)
    possible = sum(parts.possible for parts in contributions)
    value = sum(parts.reached for parts in contributions) / possible if possible else math.nan
    return None if math.isnan(value) else value


def together(scores: Sequence[MatchScore], measured: Metric, cut: Cut) -> Parts:
    """Returns the contribution of several matches as one."""
    contributions = [measured.parts(score, cut) for score in scores]
    return Parts(
        reached=sum(parts.reached for parts in contributions),
        possible=sum(parts.possible for parts in contributions),
        n=sum(parts.n for parts in contributions),
    )


def pool(scores: Iterable[MatchScore], measured: Metric, cut: Cut) -> float | None:
    """A metric over matches."""
    return ratio(measured.parts(score, cut) for score in scores)


def share(reached: float, n: int) -> Parts:
    """A mean over things that weigh alike, such as a share of them."""
    return Parts(reached=reached, possible=n, n=n)


def sampling_units(scores: Sequence[MatchScore]) -> list[list[MatchScore]]:
    """Matches each by itself; tables with all their games where seats are scored; stories drawn together."""
    units: dict[tuple[str, str], list[MatchScore]] = {}
    for number, score in enumerate(scores):
        common = score.drawn_as or (score.script if score.seats else "")
        units.setdefault((common, score.language) if common else (str(number), ""), []).append(score)
    return list(units.values())


Weighted = tuple[float, float]
"""A value and its weight, 0 or more: a script's share right, and how many of its questions it is of."""


def weighted_mean(values: Iterable[Weighted]) -> float | None:
    """Returns the mean over scripts, x̄ = Σ wᵢxᵢ / Σ wᵢ; None where nothing weighs anything.

    Weights are a category's questions in a script, a script's points for Overall, and its victims for the win
    rate.
    """
    pairs = list(values)
    total = math.fsum(weight for _, weight in pairs)
    return math.fsum(weight * value for value, weight in pairs) / total if total else None


def weighted_deviation(values: Iterable[Weighted]) -> float | None:
    """Returns the deviation across scripts, √(Σ wᵢ(xᵢ - x̄)² / Σ wᵢ); None where nothing weighs anything.

    The papers give this formula for the ± of their Overall rows and print another number there, the deviation
    over evaluations (`deviation`): 0.096 across scripts where Zhu et al. 2025 print ± .006.
    """
    pairs = list(values)
    mean = weighted_mean(pairs)
    if mean is None:
        return None
    total = math.fsum(weight for _, weight in pairs)
    return math.sqrt(math.fsum(weight * (value - mean) ** 2 for value, weight in pairs) / total)
