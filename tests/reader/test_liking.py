import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.reader.talk_seat import compare_chance, rating

anything = st.floats(-5, 5)


@given(anything, st.floats(-1, 1), st.text())
def test_a_rating_is_a_whole_number_from_1_to_10_and_the_same_on_the_same_occasion(
    tone: float, side: float, occasion: str
):
    assert rating(tone, side, occasion) in range(1, 11)
    assert rating(tone, side, occasion) == rating(tone, side, occasion)


def test_kind_words_and_a_common_side_are_liked():
    assert rating(2, 1, "") == 10
    assert rating(-2, -1, "") == 1
    assert rating(1, 0, "x") > rating(-1, 0, "x")
    assert rating(0, 1, "x") > rating(0, -1, "x")


def test_a_chance_is_compared_with_what_is_usual():
    for chance, usual, side in (
        (1, 0.25, 1),
        (0, 0.25, -1),
        (0.25, 0.25, 0),
        (0.625, 0.25, 0.5),
        (0.125, 0.25, -0.5),
        (0, 0, 0),
    ):
        assert compare_chance(chance, usual) == pytest.approx(side)
