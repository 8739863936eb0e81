"""Tests of the difference of two methods, and the number of matches that a test needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance

from parlour.errors import UsageError

ALPHA, POWER = 0.05, 0.8
STAR = "*"
FEWEST = 2


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
    if min(n, m) < FEWEST:
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
    up, down = (sum(each * sign > 0 for each in differences) for sign in (1, -1))
    n = up + down
    if not n:
        return None
    return min(1.0, 2 * sum(math.comb(n, k) for k in range(min(up, down) + 1)) / 2**n)


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """P-values corrected for how many there are: p₍ₖ₎ becomes max over j ≤ k of (m - j + 1) p₍ⱼ₎ (Holm)."""
    corrected, most = [0.0] * len(ps), 0.0
    for rank, place in enumerate(sorted(range(len(ps)), key=lambda each: ps[each])):
        most = max(most, (len(ps) - rank) * ps[place])
        corrected[place] = min(1.0, most)
    return tuple(corrected)


def matches_needed(p1: float, p2: float, *, alpha: float = ALPHA, power: float = POWER) -> int:
    """Returns the matches of each method that tell their win rates apart (two-proportion z-test, two-sided).

    n = (z₁₋α⸝₂ √(2p̄(1 - p̄)) + z_power √(p₁(1 - p₁) + p₂(1 - p₂)))² / (p₁ - p₂)², p̄ = (p₁ + p₂)/2, rounded up
    (Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, chapter 4, without the correction
    for continuity). A match counts as one win or loss; with several victims it is worth somewhat more.

    Raises:
        UsageError: if the rates are equal or no rates, or alpha or power is not between 0 and 1.
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

    Raises:
        UsageError: if the rates are equal or no rates, or alpha or power is not between 0 and 1.
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
