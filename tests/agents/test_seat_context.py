"""What a seat was given, and what it lacks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.agents.memory import BM25, LiveLookUp
from parlour.core import request_kinds
from parlour.errors import SetupError
from parlour.llm import LanguageModel
from tests.agents.seats import asking, place
from tests.llm.samples import Scripted


def test_a_seat_thinks_and_looks_up_with_what_it_was_given():
    model, look_up = LanguageModel(backend=Scripted()), LiveLookUp(BM25)
    seat = replace(place(), model=model, look_up=look_up)
    assert seat.mind() is model
    assert seat.vectors() is look_up


def test_what_a_seat_lacks_is_said_with_its_name():
    with pytest.raises(SetupError, match="Anna needs a model"):
        place("Anna").mind()
    with pytest.raises(SetupError, match="Ben has nothing to look things up with"):
        place("Ben").vectors()


def test_a_seat_draws_alike_for_the_same_request_and_purpose_alone():
    seat, request = place("Anna"), asking()
    drawn = seat.chance(request, "ask").random()
    others = (
        seat.chance(request, "reply"),
        seat.chance(asking(kind=request_kinds.VOTE), "ask"),
        place("Ben").chance(request, "ask"),
        replace(seat, seed=seat.seed + 1).chance(request, "ask"),
    )
    assert place("Anna").chance(request, "ask").random() == drawn
    assert drawn not in [each.random() for each in others]
