from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.reader.limits.options import Limits, taken_in

places = st.floats(0, 1)
lengths = st.integers(1, 100_000)


@given(places, lengths, st.floats(0, 1))
def test_without_a_span_length_and_place_cost_nothing(place: float, tokens: int, attention: float):
    assert taken_in(Limits(attention=attention), place, tokens) == attention


@given(lengths, st.integers(1, 100_000))
def test_both_ends_are_recalled_best_and_the_middle_worst(tokens: int, span: int):
    recalled = [taken_in(Limits(span=span), place, tokens) for place in (0, 0.25, 0.5, 0.75, 1)]
    assert recalled[0] == recalled[4] == 1
    assert recalled[2] == min(recalled)
    assert recalled[1] == pytest.approx(recalled[3])
    assert recalled[2] < recalled[1] < recalled[0]


@given(places, lengths, lengths, st.integers(1, 100_000))
def test_a_longer_prompt_is_never_recalled_better(place: float, one: int, other: int, span: int):
    short, long = sorted((one, other))
    assert taken_in(Limits(span=span), place, long) <= taken_in(Limits(span=span), place, short)


def test_at_a_length_of_the_span_every_other_sentence_of_the_middle_is_lost():
    assert taken_in(Limits(span=3000), 0.5, 3000) == 0.5
    assert taken_in(Limits(span=3000, attention=0.5), 0.5, 3000) == 0.25
