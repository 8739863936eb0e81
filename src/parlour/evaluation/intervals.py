"""Tests of differences, and the 95 % intervals of reports, figures and comparisons.

An interval is over independent units: whole matches, tables, people or authors. Each follows from a formula
and draws nothing; a test finds by simulation how often they cover the true value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import NormalDist, fmean, pstdev, stdev, variance
from typing import Literal, TypeVar

from parlour.errors import UsageError
from parlour.evaluation.parts import Parts, Unit

ALPHA, POWER = 0.05, 0.8
STAR = "*"


def t_test(ours: Sequence[float], theirs: Sequence[float]) -> float | None:
    """Returns p of Student's two-sample t-test over evaluations (`repeats`), equal variances, two-sided.

    t = (x̄ - ȳ) / √(s²(1/n + 1/m)), s² = (Σ(x - x̄)² + Σ(y - ȳ)²) / (n + m - 2). The papers write "two-sample
    t-test" and no more; we read Student's, which is what it means unqualified and in common software. With
    equally many evaluations Welch's t is the same and has fewer degrees of freedom.

    It speaks of the noise in answering, as the papers' star does, and not of other matches: for that, compare
    intervals over matches.

    Returns:
        None where no test can be made: of fewer than two values on a side, or where neither side varies.
    """
    n, m = len(ours), len(theirs)
    if min(n, m) < 2:
        return None
    freedom = n + m - 2
    pooled = ((n - 1) * variance(ours) + (m - 1) * variance(theirs)) / freedom
    if not pooled:
        return None
    return student_p((fmean(ours) - fmean(theirs)) / math.sqrt(pooled * (1 / n + 1 / m)), freedom)


def student_p(t: float, freedom: int) -> float:
    """The probability that |T| ≥ |t| for Student's T with that many degrees of freedom, 1 or more.

    Abramowitz & Stegun 26.7.3 and 26.7.4, which are exact: with θ = arctan(t/√ν) the complement is
    2/π (θ + sin θ (cos θ + 2/3 cos³θ + … )) for odd ν, and sin θ (1 + 1/2 cos²θ + 3/8 cos⁴θ + … ) for even ν,
    up to cos^(ν-2) θ.
    """
    angle = math.atan2(abs(t), math.sqrt(freedom))
    square = math.cos(angle) ** 2
    odd = freedom % 2
    term, total = (math.cos(angle) if odd else 1.0), 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= square * k / (k + 1)
    inside = (angle + math.sin(angle) * total) * 2 / math.pi if odd else math.sin(angle) * total
    return min(1.0, max(0.0, 1 - inside))


def sign_test(differences: Sequence[float]) -> float | None:
    """The two-sided p-value of so many differences above 0, if above and below were alike likely.

    It is exact, min(1, 2 Σ C(n, k) / 2ⁿ) over k up to the rarer of the two, and asks nothing of how the
    differences are distributed. Those of 0 do not count.

    Returns:
        None where all of them are 0.
    """
    up, down = (sum(difference * sign > 0 for difference in differences) for sign in (1, -1))
    n = up + down
    if not n:
        return None
    return min(1.0, 2 * sum(math.comb(n, k) for k in range(min(up, down) + 1)) / 2**n)


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """P-values corrected for how many there are: p₍ₖ₎ becomes max over j ≤ k of (m - j + 1) p₍ⱼ₎ (Holm)."""
    corrected, most = [0.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=lambda number: ps[number])):
        most = max(most, (len(ps) - rank) * ps[place])
        corrected[place] = min(1.0, most)
    return tuple(corrected)


def matches_needed(p1: float, p2: float, *, alpha: float = ALPHA, power: float = POWER) -> int:
    """Returns the matches of each method that tell their win rates apart (two-proportion z-test, two-sided).

    n = (z₁₋α⸝₂ √(2p̄(1 - p̄)) + z_power √(p₁(1 - p₁) + p₂(1 - p₂)))² / (p₁ - p₂)², p̄ = (p₁ + p₂)/2, rounded up
    (Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, chapter 4, without the correction
    for continuity). A match counts as one win or loss; with several victims it is worth somewhat more.
    """
    z_alpha, z_power = _quantiles(p1, p2, alpha, power)
    middle = (p1 + p2) / 2
    alike = z_alpha * math.sqrt(2 * middle * (1 - middle))
    apart = z_power * math.sqrt(p1 * (1 - p1) + p2 * (1 - p2))
    return math.ceil((alike + apart) ** 2 / (p1 - p2) ** 2)


def matches_needed_alone(p: float, even: float, *, alpha: float = ALPHA, power: float = POWER) -> int:
    """Returns the matches that tell a win rate from a known one (one-sample z-test, two-sided).

    n = (z₁₋α⸝₂ √(p₀(1 - p₀)) + z_power √(p(1 - p)))² / (p - p₀)², rounded up. Two methods that meet in the
    same matches are compared so: if neither is better, each wins half of them.
    """
    z_alpha, z_power = _quantiles(p, even, alpha, power)
    needed = z_alpha * math.sqrt(even * (1 - even)) + z_power * math.sqrt(p * (1 - p))
    return math.ceil(needed**2 / (p - even) ** 2)


def _quantiles(one: float, other: float, alpha: float, power: float) -> tuple[float, float]:
    if not (0 <= one <= 1 and 0 <= other <= 1 and one != other):
        raise UsageError(f"win rates of {one} and {other}: they must differ and lie between 0 and 1")
    if not (0 < alpha < 1 and 0 < power < 1):
        raise UsageError(f"alpha {alpha} and power {power} must lie between 0 and 1")
    return NormalDist().inv_cdf(1 - alpha / 2), NormalDist().inv_cdf(power)


Group = TypeVar("Group")


def standard_error(
    groups: Sequence[Group], measure: Callable[[Sequence[Group]], float | None]
) -> float | None:
    """√((n - 1)/n · Σ(v₋ᵢ - v̄₋)²), v₋ᵢ being the measure without group i; of a mean, s/√n exactly.

    It is for a measure that is no mean. What is said in a game depends on what was said before it, so that
    whole games are left out.

    Returns:
        None of fewer than two groups, or where the measure fails without one of them.
    """
    if len(groups) < 2:
        return None
    return spread_of([measure([*groups[:out], *groups[out + 1 :]]) for out in range(len(groups))])


def spread_of(values: Sequence[float | None]) -> float | None:
    """The same from what the measure comes to without one group after the other.

    Returns:
        None of fewer than two groups, or where the measure fails without one of them.
    """
    present = [value for value in values if value is not None]
    if len(values) < 2 or len(present) < len(values):
        return None
    return sqrt(len(values) - 1) * pstdev(present)


CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
FEWEST = 5
"""The fewest values with an interval: below, it would be as wide as the scale or claim too much."""
SHARES_APART = (-1.0, 1.0)
"""Between which a difference of shares lies."""
Basis = Literal["t", "wilson", "alike", "bound", "exact", "few", "none"]
"""What an interval rests on: Student's t; Wilson's formula, or the same where all came out alike; the bounds
of what could have been where all did; how something was made; or nothing: too few, or nothing to measure."""


@dataclass(frozen=True, kw_only=True)
class Interval:
    """A 95 % interval.

    Attributes:
        low: where it begins; None where none can be given.
    """

    low: float | None = None
    high: float | None = None
    basis: Basis


def interval_of_ratio(matches: Sequence[Parts], unit: Unit) -> Interval:
    """Returns the interval of Σ reached / Σ possible over matches.

    With r that ratio, a match's residual is e = reached - r possible, and the ratio's standard error
    √(n/(n - 1) Σe²) / Σ possible; of equal matches it is that of their mean.

    - A share is Wilson's interval (`wilson`) of as many trials as r(1 - r)/s² matches would be, times (z/t)²
      with Student's t of n - 1 degrees of freedom, since s itself is estimated (Korn and Graubard 1998; Dean
      and Pagano 2015). Matches that are each won or lost are n trials. So are matches that all came out alike
      (`alike`), of which nothing tells how much others vary.
    - An amount that is never less than 0 has Student's interval of its logarithm, with s/r for a standard
      error (`t`): amounts are skewed, and r ± t s holds them too rarely. It ends where that of one match more
      would end, as far above the greatest as that is above r, if that is further: few matches hold none of
      the rare dear ones. Of amounts that are all alike nothing is said (`alike`).
    - Points of either sign have the interval of their mean (`interval_of_mean`).

    Args:
        matches: the contribution of each match; matches without anything possible are left out.
        unit: of the ratio.
    """
    n, possible = len(matches), sum(parts.possible for parts in matches)
    value = sum(parts.reached for parts in matches) / possible if possible else math.nan
    if math.isnan(value):
        return Interval(basis="none")
    if n < FEWEST:
        return Interval(basis="few")
    if min(parts.reached for parts in matches) < 0:
        return interval_of_mean(_influences(matches))
    error = _error(matches, value)
    is_alike = error < 1e-12 * max(1.0, abs(value))
    if unit == "share" and 0 <= value <= 1:
        return _share(matches, value, error, is_alike=is_alike)
    if is_alike:
        return Interval(basis="alike")
    low, high = _amount(matches)
    _, further = _amount([*matches, _dearest(matches)])
    return Interval(low=low, high=max(high, further), basis="t")


def interval_of_mean(values: Sequence[float], bounds: tuple[float, float] | None = None) -> Interval:
    """Returns the interval of a mean of values of either sign, such as marks or paired differences.

    It goes from the lesser to the greater end of two intervals of Student's: over the values, and over the
    same with the least and the greatest of them counted twice. The first alone holds the mean too rarely
    where a difference is rare, as where a change turns one win in twenty.

    Where all values are the same, it may be otherwise in as many of others as Wilson's interval of 0 in n
    allows, and shift each of these by as much as the bounds allow (`bound`).

    Args:
        values: one of each match, story or person.
        bounds: between which a value can lie; None for none, and then nothing is said where all are the same.
    """
    n = len(values)
    if n < FEWEST:
        return Interval(basis="few" if n else "none")
    least, most = bounds or (-math.inf, math.inf)
    if max(values) > min(values):
        candidates = (_student(values), _student([*values, min(values), max(values)]))
        low, high = min(low for low, _ in candidates), max(high for _, high in candidates)
        return Interval(low=max(least, low), high=min(most, high), basis="t")
    if bounds is None:
        return Interval(basis="alike")
    _, others = wilson(0.0, n)
    stays = (1 - others) * values[0]
    return Interval(low=stays + others * least, high=stays + others * most, basis="bound")


def interval_of_paired(
    ours: Sequence[Parts], theirs: Sequence[Parts], bounds: tuple[float, float] | None
) -> Interval:
    """Returns the interval of a difference of two ratios over the same stories (`interval_of_mean`).

    What makes a story easy for both falls out of it: the values are d + n (eᵢ/Σ possible - e'ᵢ/Σ possible'),
    with d the difference and e the residuals of `interval_of_ratio`; their mean is d.
    """
    if len(ours) < FEWEST:
        return Interval(basis="few" if ours else "none")
    first, second = _influences(ours), _influences(theirs)
    return interval_of_mean(
        [our_value - other for our_value, other in zip(first, second, strict=True)], bounds
    )


def interval_apart(ours: Sequence[Parts], theirs: Sequence[Parts], unit: Unit) -> Interval:
    """Returns the interval of a difference of two ratios over disjoint matches (`interval_between`)."""
    mine, others = interval_of_ratio(ours, unit), interval_of_ratio(theirs, unit)
    if mine.low is None or others.low is None:
        return Interval(basis=others.basis if mine.low is not None else mine.basis)
    return interval_between((_ratio(ours), mine), (_ratio(theirs), others))


def interval_between(ours: tuple[float, Interval], theirs: tuple[float, Interval]) -> Interval:
    """Returns the interval of a difference of two independent values, each with its own interval.

    With d the difference and [l, u], [l', u'] the interval of either, it goes from
    d - √((r - l)² + (u' - r')²) to d + √((u - r)² + (r' - l')²) (Newcombe 1998; Zou and Donner 2008).
    """
    (value, mine), (other, others) = ours, theirs
    if mine.low is None or mine.high is None or others.low is None or others.high is None:
        return Interval(basis=others.basis if mine.low is not None else mine.basis)
    below = math.hypot(value - mine.low, others.high - other)
    above = math.hypot(mine.high - value, other - others.low)
    return Interval(low=value - other - below, high=value - other + above, basis=mine.basis)


def interval_of_measure(
    value: float | None, without_each: Sequence[float | None], bounds: tuple[float, float]
) -> Interval:
    """Returns the interval of a measure that is no mean, such as κ: Student's, with the jackknife's error."""
    if value is None:
        return Interval(basis="none")
    if len(without_each) < FEWEST:
        return Interval(basis="few")
    error = spread_of(without_each)
    if not error:
        return Interval(basis="alike")
    half = student_quantile(len(without_each) - 1) * error
    return Interval(low=max(bounds[0], value - half), high=min(bounds[1], value + half), basis="t")


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share in [0, 1] of that many independent trials; the share lies in it.

    (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n).
    """
    square = Z**2 / trials
    middle = (share + square / 2) / (1 + square)
    half = Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


@cache
def student_quantile(freedom: int) -> float:
    """Beyond which |T| lies with a probability of 0.05, for Student's T with that many degrees of freedom."""
    low, high = 0.0, 20.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if student_p(middle, freedom) > 1 - CONFIDENCE else (low, middle)
    return low


def _ratio(matches: Sequence[Parts]) -> float:
    return sum(parts.reached for parts in matches) / sum(parts.possible for parts in matches)


def _error(matches: Sequence[Parts], value: float) -> float:
    n, possible = len(matches), sum(parts.possible for parts in matches)
    squares = sum((parts.reached - value * parts.possible) ** 2 for parts in matches)
    return math.sqrt(n / (n - 1) * squares) / possible


def _amount(matches: Sequence[Parts]) -> tuple[float, float]:
    value = _ratio(matches)
    half = student_quantile(len(matches) - 1) * _error(matches, value) / value
    return value * math.exp(-half), value * math.exp(half)


def _dearest(matches: Sequence[Parts]) -> Parts:
    """A match of usual size, as far above the greatest as that is above all together."""
    possible = fmean(parts.possible for parts in matches)
    greatest = max(parts.reached / parts.possible for parts in matches)
    return Parts(reached=(2 * greatest - _ratio(matches)) * possible, possible=possible, n=0)


def _influences(stories: Sequence[Parts]) -> list[float]:
    """Returns the influence of each story on a ratio, to first order; their mean is the ratio."""
    ratio, possible = _ratio(stories), sum(parts.possible for parts in stories)
    return [ratio + len(stories) * (parts.reached - ratio * parts.possible) / possible for parts in stories]


def _share(matches: Sequence[Parts], value: float, error: float, *, is_alike: bool) -> Interval:
    n = len(matches)
    if is_alike:
        return _wilson(value, n, "alike")
    if all(parts.reached in (0, parts.possible) for parts in matches):
        worth = sum(parts.possible for parts in matches) ** 2 / sum(parts.possible**2 for parts in matches)
        return _wilson(value, worth, "wilson")
    worth = value * (1 - value) / error**2 * (Z / student_quantile(n - 1)) ** 2
    return _wilson(value, worth, "wilson")


def _wilson(value: float, trials: float, basis: Basis) -> Interval:
    low, high = wilson(value, trials)
    return Interval(low=low, high=high, basis=basis)


def _student(values: Sequence[float]) -> tuple[float, float]:
    half = student_quantile(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return fmean(values) - half, fmean(values) + half
