"""Win rates of players who decide by lot and never pass, against an enumeration that shares no code."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt

import pytest

from parlour.games.werewolf import Team, WerewolfSetup, start
from tests.games.lots import winner_by_lot
from tests.games.werewolf.tales import table

MATCHES = 560
Seats = frozenset[tuple[int, str]]


@cache
def odds(living: Seats, guarded: int | None = None, *, heal: bool = True, poison: bool = True) -> Fraction:
    """The chance that the good win, as night falls on these seats; ties fall to one of the tied by lot.

    All voters are alike and so are all candidates, so that the vote takes every living player equally often.
    """
    if (won := _won(living)) is not None:
        return won
    seat_of = {letter: seat for seat, letter in living}
    attacks = [seat for seat, letter in living if letter != "w"]
    guards = [seat for seat, _ in living if seat != guarded] if "g" in seat_of else [None]
    total = Fraction(0)
    for attacked, protected in product(attacks, guards):
        saves = "x" in seat_of and heal
        poisons = (
            [seat for seat, letter in living if letter != "x"]
            if "x" in seat_of and not saves and poison
            else []
        )
        survives = saves + (attacked == protected) == 1
        for poisoned in poisons or [None]:
            dead = {poisoned, None if survives else attacked}
            ends = _fallen(living, dead, shot=seat_of.get("h") in dead - {poisoned})
            chance = Fraction(1, len(attacks) * len(guards) * len(poisons or [None]))
            later = (heal and not saves, poison and not poisons)
            total += chance * _mean(_day(rest, protected, *later) for rest in ends)
    return total


def _day(living: Seats, guarded: int | None, heal: bool, poison: bool) -> Fraction:
    if (won := _won(living)) is not None:
        return won
    return _mean(
        _mean(
            odds(rest, guarded, heal=heal, poison=poison)
            for rest in _fallen(living, {seat}, shot=letter == "h")
        )
        for seat, letter in living
    )


def _fallen(living: Seats, dead: set[int | None], *, shot: bool) -> list[Seats]:
    left = frozenset(each for each in living if each[0] not in dead)
    return [left - {each} for each in left] if shot else [left]


def _won(living: Seats) -> Fraction | None:
    wolves = sum(letter == "w" for _, letter in living)
    if not wolves:
        return Fraction(1)
    return Fraction(0) if 2 * wolves >= len(living) else None


def _mean(values: Iterator[Fraction]) -> Fraction:
    listed = list(values)
    return sum(listed, Fraction(0)) / len(listed)


def seats(letters: str) -> Seats:
    return frozenset(enumerate(letters))


def good_wins(setup: WerewolfSetup, matches: int) -> float:
    won = sum(winner_by_lot(start(setup.players, seed, setup), seed) == Team.GOOD for seed in range(matches))
    return won / matches


def test_the_enumeration_agrees_with_a_reckoning_by_hand():
    for letters, good in (
        ("wvvvv", Fraction(1, 4)),
        ("wwvvv", Fraction(0)),
        ("wwvvvvv", Fraction(1, 12)),
        ("wsvvv", Fraction(1, 4)),
    ):
        assert odds(seats(letters)) == good


@pytest.mark.parametrize(
    "letters",
    [
        *("wvvvv", "wwvvv", "wsvvv", "wgvvv", "wxvvv", "whvvv", "wwsxghv"),
        *(pytest.param(each, marks=pytest.mark.real) for each in ("wwvvvvv", "wwsghv", "wwwsxgvv")),
    ],
)
def test_win_rates_by_lot_agree_with_the_enumeration(letters: str):
    expected = float(odds(seats(letters)))
    measured = good_wins(table(letters, ties="lot", confers=0), MATCHES)
    assert measured == pytest.approx(expected, abs=3 * sqrt(expected * (1 - expected) / MATCHES))
