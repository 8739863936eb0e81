"""Tables that are fitted to games and tested on others: known answers, and tables that are found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random
from statistics import fmean

import numpy as np
import pytest

from parlour.lab.fitting import (
    ClueTable,
    ClueTables,
    HeldOut,
    SeatDeed,
    SidedGame,
    fit_tables,
    halves,
    held_out,
    side_chances,
    values_of,
)
from parlour.lab.transcripts import GameTranscript

GOOD, BAD = range(2)
POINTS = ClueTable(
    cases=("neither", "only the target", "only the doer", "both"),
    values=(1.0, 1.0, 1.0, 1.0),
    case_of=((0, 1), (2, 3)),
)
BOASTS = ClueTable(cases=("good", "bad"), values=(1.0, 0.5), case_of=((0, 0), (1, 1)))


@dataclass(frozen=True)
class Tables:
    """Two kinds of deeds at a table of good and bad."""

    shipped_tables: Mapping[str, ClueTable]
    sides: tuple[str, ...] = ("good", "bad")
    sought_side: int = BAD
    alone: frozenset[str] = frozenset({"boasts"})

    def read_sides(self, game: GameTranscript) -> SidedGame | None:
        del game


JUDGED: ClueTables = Tables({"points": POINTS, "boasts": BOASTS})


def game(sides: Sequence[int], deeds: Sequence[SeatDeed] = (), at: int = 0, aside: Sequence[int] = ()):
    deck = tuple(sorted((*sides, *aside)))
    everybody = tuple(range(len(sides)))
    return SidedGame(id=f"{at:03}", sides=tuple(sides), deck=deck, deeds=tuple(deeds), people=everybody)


def test_a_rate_is_what_was_counted_and_what_was_judged_by_their_weights():
    deeds = [SeatDeed(kind="points", by=0, about=2), SeatDeed(kind="points", by=1, about=2)]
    found = fit_tables(JUDGED, [game((GOOD, GOOD, BAD), deeds)], prior=4)["points"]
    assert (found.counts, found.chances) == ((0, 2, 0, 0), (2, 2, 2, 0))
    share = 2 / 6  # both deeds over all pairs that could have done it
    expected = [(0 + 4) / (2 * share + 4), (2 + 4) / (2 * share + 4), (0 + 4) / (2 * share + 4), 1.0]
    assert found.fitted.values == pytest.approx(expected)


def test_what_nobody_did_and_what_models_did_stays_as_judged():
    deeds = [SeatDeed(kind="points", by=0, about=2)]
    alone = game((GOOD, GOOD, BAD), deeds)
    assert fit_tables(JUDGED, [alone])["boasts"].fitted == BOASTS
    some = SidedGame(id="0", sides=alone.sides, deck=alone.deck, deeds=alone.deeds, people=(0,))
    assert fit_tables(JUDGED, [some])["points"].chances == (1, 1, 0, 0)


def test_a_table_wants_a_value_above_0_for_each_case():
    with pytest.raises(ValueError, match="above 0"):
        POINTS.with_values((1, 1, 0, 1))
    with pytest.raises(ValueError, match="only 2 cases"):
        ClueTable(cases=("good", "bad"), values=(1, 1), case_of=((0, 2), (1, 1)))


def test_without_deeds_a_seat_is_what_the_deck_says_cards_that_lie_aside_too():
    told = side_chances(JUDGED, game((GOOD, GOOD, BAD), aside=(BAD, GOOD)), JUDGED.shipped_tables)
    assert told == pytest.approx(np.array([[0.6, 0.4]] * 3))


def test_chances_are_those_of_every_deal_weighed_one_by_one():
    tables = {"points": POINTS.with_values((0.5, 2.0, 1.0, 0.1)), "boasts": BOASTS}
    deeds = (
        SeatDeed(kind="points", by=0, about=1),
        SeatDeed(kind="points", by=2, about=1),
        SeatDeed(kind="boasts", by=3, about=3),
        SeatDeed(kind="hums", by=0, about=0),
    )
    played = game((GOOD, BAD, GOOD, BAD), deeds)
    weights = np.zeros((4, 2))
    for deal in permutations(played.sides):
        weight = 1.0
        for deed in deeds[:3]:
            table = tables[deed.kind]
            weight *= table.values[table.case_of[deal[deed.by]][deal[deed.about]]]
        for seat, side in enumerate(deal):
            weights[seat, side] += weight
    expected = weights / weights.sum(axis=1, keepdims=True)
    assert side_chances(JUDGED, played, tables) == pytest.approx(expected)


def test_halves_are_by_lot_whatever_the_order_and_share_no_game():
    games = [game((GOOD, BAD), at=at) for at in range(9)]
    one, other = halves(games, 1), halves(games[::-1], 1)
    assert one == other
    assert {*one.fitted_to}.isdisjoint(one.held_out)
    assert (len(one.fitted_to), len(one.held_out)) == (4, 5)
    assert one != halves(games, 2)


def played(count: int, rates: Sequence[float], seed: int) -> list[SidedGame]:
    """Games in which each case of a pointing finger has its own probability."""
    lot = Random(seed)

    def one(at: int) -> SidedGame:
        sides = lot.sample((GOOD, GOOD, GOOD, BAD, BAD), 5)
        pairs = [(by, about) for by in range(5) for about in range(5) if by != about]
        done = [
            pair for pair in pairs if lot.random() < rates[POINTS.case_of[sides[pair[0]]][sides[pair[1]]]]
        ]
        return game(sides, [SeatDeed(kind="points", by=by, about=about) for by, about in done], at)

    return [one(at) for at in range(count)]


def test_a_table_by_which_games_were_made_is_found_again_and_is_better_than_another():
    halved = halves(played(200, (0.1, 0.4, 0.2, 0.02), seed=3), 0)
    fitted = fit_tables(JUDGED, halved.fitted_to, prior=1)
    values = fitted["points"].fitted.values
    assert [value / values[0] for value in values] == pytest.approx([1, 4, 2, 0.2], rel=0.35)
    [found] = held_out(JUDGED, halved.held_out, values_of(fitted))
    assert (found.of, found.games) == ("sought", 100)
    assert found.is_better
    assert found.shipped == pytest.approx(found.deck)  # one that is 1 everywhere says nothing
    assert found.deck == pytest.approx(-0.4 * np.log(0.4) - 0.6 * np.log(0.6))


def test_where_the_judged_table_is_right_fitting_to_few_games_does_not_pay():
    rates = (0.05, 0.2, 0.1, 0.01)
    right = Tables({"points": POINTS.with_values(tuple(10 * rate for rate in rates))})

    def found(seed: int) -> HeldOut:
        halved = halves(played(30, rates, seed), 0)
        [told] = held_out(right, halved.held_out, values_of(fit_tables(right, halved.fitted_to, prior=1)))
        return told

    told = [found(seed) for seed in range(12)]
    assert fmean(each.difference or 0 for each in told) > 0
    assert sum(each.is_better for each in told) <= 1


def test_of_fewer_than_five_games_nothing_is_claimed():
    games = played(4, (0.1, 0.9, 0.1, 0.1), seed=5)
    [found] = held_out(JUDGED, games, values_of(fit_tables(JUDGED, games)))
    assert (found.interval.low, found.is_better) == (None, False)
