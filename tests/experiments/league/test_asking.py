"""A league is refused where nobody could meet in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.core import GAMES
from parlour.errors import ExperimentError
from tests.experiments.league.conftest import Ask


@pytest.mark.parametrize("sides", [(), ("village",)])
def test_a_game_without_two_sides_is_no_game_of_a_league(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, sides: tuple[str, ...]
):
    monkeypatch.setitem(GAMES.registered, "alone", replace(GAMES.find("onenight"), name="alone", teams=sides))
    with pytest.raises(ExperimentError, match=r"4: games\[0\]: alone has no two sides to meet on"):
        ask("name: l\nentrants: {a: random, b: random}\ngames:\n  - {game: alone, deals: 1}\n")
