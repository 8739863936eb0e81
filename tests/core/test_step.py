"""What a step of every game begins with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.core import PASS, Request, decided, request_kinds
from parlour.errors import IllegalAction

ANN, BO, CY = (
    Request(id=f"speak-{player}", step=1, player=player, kind=request_kinds.SPEAK, words=10)
    for player in ("Ann", "Bo", "Cy")
)


def test_every_request_comes_with_its_action_in_the_order_of_asking():
    said = replace(PASS, speech="Good evening.")
    assert decided((ANN, BO), {BO.id: said, ANN.id: PASS}) == [(ANN, PASS), (BO, said)]


def test_the_first_request_that_nobody_answered_is_named():
    with pytest.raises(IllegalAction, match="no action for speak-Bo"):
        decided((ANN, BO, CY), {ANN.id: PASS})
