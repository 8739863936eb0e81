"""Biases of a league: which competitor gains from seats, sides and games.

The tests are permutation tests over whole deals, since matches of one deal depend on each other: they
shuffle what would make no difference without a bias. scipy enumerates all orders if they are few.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportMissingTypeStubs=false

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from parlour.evaluation import holm
from parlour.experiments.league.rows import BiasKind, BiasRow, LeagueMatch, PlaceKind, PlaceRow

Matches = Sequence[LeagueMatch]
FEWEST_DEALS = 5
"""The fewest deals of a test: with fewer, no order is rare enough; with five, it is one in 32 or in 120."""


def camp_by_place_p(is_home: NDArray[np.float64], points: NDArray[np.float64]) -> float:
    """Returns the p-value of a bias by place: a camp winning more often if certain seats, or names, have it.

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
        moved = np.moveaxis(np.asarray(order), axis, -1)
        return ((excess[moved.astype(int)] @ signs) ** 2).sum(axis=-1)

    orders = np.arange(len(excess))
    return _p(orders, statistic=statistic, permutation_type="pairings")


def languages_p(shares: NDArray[np.float64], other_shares: NDArray[np.float64]) -> float:
    """Returns the p-value of a difference between languages in which the same deals were played.

    The statistic is Σᵢ (mean over deals of what i did better in one language)²; within each deal, which
    language is which is shuffled.

    Args:
        shares: what was reached in one language, of shape (deals, things): the first camp's share, or each
            entrant's.
        other_shares: in the other, for the same deals.
    """
    all_shares = np.concatenate([shares, other_shares])

    def statistic(first: NDArray[np.int64], second: NDArray[np.int64], axis: int = -1) -> NDArray[np.float64]:
        at = [np.moveaxis(np.asarray(indices), axis, -1).astype(int) for indices in (first, second)]
        return ((all_shares[at[0]].mean(axis=-2) - all_shares[at[1]].mean(axis=-2)) ** 2).sum(axis=-1)

    deals = len(shares)
    return _p(np.arange(deals), np.arange(deals, 2 * deals), statistic=statistic, permutation_type="samples")


def _p(*data: NDArray[np.int64], statistic: object, permutation_type: str) -> float:
    from scipy.stats import permutation_test  # here, since it needs the extra

    test = permutation_test(
        data,
        statistic,
        permutation_type=permutation_type,
        vectorized=True,
        n_resamples=RESAMPLES,
        alternative="greater",
        rng=np.random.default_rng(0),
    )
    return float(test.pvalue)


FEW = f"fewer than {FEWEST_DEALS} deals"


def bias_rows(games: Sequence[Matches], entrants: Sequence[str]) -> list[BiasRow]:
    """Returns all tests of a league, with p-values corrected for their number."""
    rows = [row for matches in games for row in _tests(matches, entrants)]
    corrected = iter(holm([row.p for row in rows if row.p is not None]))
    return [row if row.p is None else row.model_copy(update={"corrected": next(corrected)}) for row in rows]


def place_rows(games: Sequence[Matches]) -> list[PlaceRow]:
    """Returns the share of points by seat and by name, and the first camp's by language."""
    return [row for matches in games for row in _places(matches)]


def _tests(matches: Matches, entrants: Sequence[str]) -> Iterator[BiasRow]:
    deals = _by_deal(matches)
    if len({len(match.seats) for match in matches}) > 1:
        yield _row(matches, "seat", deals, note="tables differ in size")
    else:
        yield _by_place(matches, "seat", deals, [deal[0].is_home for deal in deals.values()])
    if all(match.names for match in matches):
        yield _by_place(
            matches,
            "name",
            deals,
            [
                [deal[0].is_home[deal[0].seats.index(name)] for name in deal[0].names]
                for deal in deals.values()
            ],
        )
    else:
        yield _row(matches, "name", deals, note="names are the stories' own")
    yield from _languages(matches, entrants)


def _by_place(
    matches: Matches, kind: BiasKind, deals: Mapping[str, Matches], is_home: Sequence[Sequence[bool]]
) -> BiasRow:
    if len(deals) < FEWEST_DEALS:
        return _row(matches, kind, deals, note=FEW)
    points = [fmean(match.points for match in deal) for deal in deals.values()]
    p = camp_by_place_p(np.array(is_home, dtype=float), np.array(points))
    return _row(matches, kind, deals, p=p)


def _languages(matches: Matches, entrants: Sequence[str]) -> Iterator[BiasRow]:
    languages = _spoken(matches)
    if len(languages) < 2:
        return
    meetings = {
        language: {_meeting(m) for m in matches if m.language == language} for language in languages[:2]
    }
    common = set[tuple[str, str, str]].intersection(*meetings.values())
    deals = _by_deal([match for match in matches if _meeting(match) in common and match.language in meetings])
    by_language = [
        [[m for m in deal if m.language == language] for deal in deals.values()] for language in languages[:2]
    ]
    camps = [
        np.array([[fmean(m.points for m in deal)] for deal in language_deals])
        for language_deals in by_language
    ]
    shares = [
        np.array([[_share(deal, name) for name in entrants] for deal in language_deals])
        for language_deals in by_language
    ]
    kinds: dict[BiasKind, list[np.ndarray]] = {"language, camps": camps, "language, entrants": shares}
    for kind, (first, second) in kinds.items():
        if len(deals) < FEWEST_DEALS:
            yield _row(matches, kind, deals, note=FEW)
        else:
            yield _row(matches, kind, deals, p=languages_p(first, second))


def _meeting(match: LeagueMatch) -> tuple[str, str, str]:
    return match.deal, match.camps[0].entrant, match.camps[1].entrant


def _share(matches: Matches, entrant: str) -> float:
    own = [m.points_of(entrant) for m in matches if entrant in m.entrants]
    return fmean(own) if own else 0.5


def _places(matches: Matches) -> Iterator[PlaceRow]:
    groups: dict[tuple[PlaceKind, str], list[float]] = {}
    for match in matches:
        won = [match.points if is_home else 1 - match.points for is_home in match.is_home]
        for number, (player, points) in enumerate(zip(match.seats, won, strict=True), 1):
            groups.setdefault(("seat", str(number)), []).append(points)
            if match.names:
                groups.setdefault(("name", player), []).append(points)
        if len(_spoken(matches)) > 1:
            groups.setdefault(("language", match.language), []).append(match.points)
    kinds: tuple[PlaceKind, ...] = ("seat", "name", "language")
    for kind in kinds:
        for (of, place), points in sorted(groups.items(), key=lambda entry: _natural(entry[0][1])):
            if of == kind:
                share = fmean(points)
                yield PlaceRow(game=matches[0].game, kind=kind, place=place, share=share, matches=len(points))


def _natural(place: str) -> tuple[int, str]:
    return place.isdigit() * len(place), place


def _by_deal(matches: Matches) -> dict[str, list[LeagueMatch]]:
    deals = defaultdict[str, list[LeagueMatch]](list)
    for match in matches:
        deals[match.deal].append(match)
    return deals


def _spoken(matches: Matches) -> list[str]:
    return sorted({match.language for match in matches})


def _row(
    matches: Matches, kind: BiasKind, deals: Mapping[str, Matches], *, p: float | None = None, note: str = ""
) -> BiasRow:
    return BiasRow(game=matches[0].game, kind=kind, p=p, deals=len(deals), note=note)


RESAMPLES = 4999
