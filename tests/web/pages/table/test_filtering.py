"""What is left of a conversation when only one person or one victim is of interest."""

from __future__ import annotations

import pytest

from parlour.web.hosting import FeedLine
from parlour.web.pages.table.conversation import Filter

ASKED = FeedLine(number=0, type="event", kind="asked", actor="Anna", to="Ben", case="Vera")
OTHER = FeedLine(number=1, type="event", kind="asked", actor="Carl", to="Dora", case="Walt")
ACCUSED = FeedLine(number=2, type="event", kind="eliminated", chosen=("Anna",), case="Walt")
ROUND = FeedLine(number=3, type="event", kind="round", round=1)
LINES = (ASKED, OTHER, ACCUSED, ROUND)


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        (Filter(), LINES),
        (Filter(person="Anna"), (ASKED, ACCUSED)),
        (Filter(person="Ben"), (ASKED,)),
        (Filter(case="Walt"), (OTHER, ACCUSED, ROUND)),
    ],
)
def test_what_concerns_somebody_or_some_case_is_left(shown: Filter, left: tuple[FeedLine, ...]):
    assert tuple(filter(shown.shows, LINES)) == left
