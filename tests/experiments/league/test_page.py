"""The page of a league says prices as a person reads them."""

from __future__ import annotations

import sys

import pytest

from parlour.experiments.league.page import league_page
from parlour.experiments.league.rows import ALL_GAMES, BOTH_CAMPS, CostRow, LeagueTables, RatingRow
from tests.cases import cases


def tables(dollars: float | None) -> LeagueTables:
    rating = RatingRow(
        game=ALL_GAMES, camp=BOTH_CAMPS, entrant="a", rating=1500, low=1400, high=1600, share=0.5, matches=2
    )
    cost = CostRow(
        game=ALL_GAMES,
        entrant="a",
        calls=1,
        input_tokens=1,
        output_tokens=1,
        dollars=dollars,
        seconds=1,
        faults=0,
        fallbacks=0,
        matches=2,
    )
    return LeagueTables(
        league="l",
        title="L",
        entrants={"a": "random"},
        games={"g": "onenight"},
        expected=2,
        matches=2,
        dollars=7.77,
        ratings=(rating,),
        meetings=(),
        camps=(),
        costs=(cost,),
        biases=(),
        places=(),
        versions={},
    )


@cases(
    ("dollars", "told"),
    [(0.00423, "$0.0042"), (0.01, "$0.01"), (0.256, "$0.26"), (0, "$0.00"), (None, "price unknown")],
)
def test_a_price_below_a_cent_keeps_its_digits(
    monkeypatch: pytest.MonkeyPatch, dollars: float | None, told: str
):
    monkeypatch.setitem(sys.modules, "parlour.experiments.league.figure", None)
    assert f"<td>{told}</td>" in league_page(tables(dollars))
