"""Whether it matters where one sits, what one is called there, or which language is spoken.

All are permutation tests over whole deals, since matches of one deal depend on each other: what is shuffled
would make no difference if there were no bias. scipy enumerates all orders where they are few.
"""

# scipy does not say what its functions take.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 4999
FEWEST_DEALS = 5
"""Of fewer, no order is so rare that it could say anything: of five, one in 32 or in 120."""


def camp_by_place_p(is_home: NDArray[np.float64], points: NDArray[np.float64]) -> float:
    """The p-value of a bias by place: whether a camp wins more often if certain seats, or names, hold it.

    The statistic is Σₛ (Σ_d r_d c_ds)², where r_d is by how much the first camp did better in deal d than in
    the average deal, and c_ds is 1 where place s was the first camp's in it and -1 where it was not,
    about its mean. Which deal had which result is shuffled.

    Args:
        is_home: whether each place was the first camp's, of shape (deals, places).
        points: the mean share of the first camp in each deal.
    """
    signs = 2 * np.asarray(is_home, dtype=float) - 1
    signs = signs - signs.mean(axis=0)
    excess = np.asarray(points) - np.mean(points)

    def statistic(order: NDArray[np.int64], axis: int = -1) -> NDArray[np.float64]:
        told = np.moveaxis(np.asarray(order), axis, -1)
        return ((excess[told.astype(int)] @ signs) ** 2).sum(axis=-1)

    orders = np.arange(len(excess))
    return _p(orders, statistic=statistic, permutation_type="pairings")


def languages_p(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """The p-value of a difference between languages in which the same deals were played.

    The statistic is Σᵢ (mean over deals of what i did better in one language)²; within each deal, which
    language is which is shuffled.

    Args:
        one: what was reached in one language, of shape (deals, things): the first camp's share, or each
            entrant's.
        other: in the other, for the same deals.
    """
    both = np.concatenate([one, other])

    def statistic(first: NDArray[np.int64], second: NDArray[np.int64], axis: int = -1) -> NDArray[np.float64]:
        at = [np.moveaxis(np.asarray(each), axis, -1).astype(int) for each in (first, second)]
        return ((both[at[0]].mean(axis=-2) - both[at[1]].mean(axis=-2)) ** 2).sum(axis=-1)

    deals = len(one)
    return _p(np.arange(deals), np.arange(deals, 2 * deals), statistic=statistic, permutation_type="samples")


def _p(*data: NDArray[np.int64], statistic: object, permutation_type: str) -> float:
    from scipy.stats import permutation_test  # here, since it needs the extra

    found = permutation_test(
        data,
        statistic,
        permutation_type=permutation_type,
        vectorized=True,
        n_resamples=RESAMPLES,
        alternative="greater",
        rng=np.random.default_rng(0),
    )
    return float(found.pvalue)
