"""Choices as numbers, and which of them are allowed."""

from __future__ import annotations

import pytest

from parlour.core import Request, request_kinds
from parlour.errors import IllegalAction, SetupError
from parlour.integrations.envs.encoding import OTHERS, ChoiceNumbers, is_enough, is_full

NUMBERS = ChoiceNumbers(players=("Ann", "Bo", "Cy"))
VOTE = Request(id="v", step=1, player="Ann", kind=request_kinds.VOTE, options=("Cy", "Bo"), least=1, most=1)
MAY_PASS = Request(id="m", step=1, player="Ann", kind=request_kinds.VOTE, options=("Bo",), most=1)
PAIR = Request(
    id="p", step=1, player="Ann", kind=request_kinds.CHECK, options=("Bo", "Cy", "left", "right"), least=2,
    most=2, or_none=True,
)  # fmt: skip


def letters(count: int) -> Request:
    options = tuple("abcdefghi"[:count])
    return Request(id="a", step=1, player="Ann", kind=request_kinds.ANSWER, options=options, most=1)


def test_players_are_numbered_by_seat_and_what_is_no_player_after_them():
    assert [NUMBERS.number(option, PAIR) for option in PAIR.options] == [2, 3, 4, 5]
    assert [NUMBERS.number(option, VOTE) for option in VOTE.options] == [3, 2]
    assert NUMBERS.count == 1 + 3 + OTHERS


def test_a_number_means_the_option_that_has_it():
    for request_ in (VOTE, MAY_PASS, PAIR, letters(OTHERS)):
        for option in request_.options:
            assert NUMBERS.option(NUMBERS.number(option, request_), request_) == option
        assert NUMBERS.option(0, request_) is None


def test_a_number_that_is_not_offered_means_nothing():
    for number in (1, 4, 11, -1, 99):
        with pytest.raises(IllegalAction, match=f"vote offers no option of number {number}"):
            NUMBERS.option(number, VOTE)


def test_no_more_can_be_offered_than_can_be_numbered():
    assert NUMBERS.number("h", letters(OTHERS)) == NUMBERS.count - 1
    with pytest.raises(SetupError, match="answer offers 9 options that are no players; 8 can be numbered"):
        NUMBERS.number("a", letters(OTHERS + 1))


def allowed(request: Request | None, *chosen: str) -> list[int]:
    mask = NUMBERS.mask(request, chosen)
    assert mask.shape == (NUMBERS.count,)
    assert {*mask.tolist()} <= {0, 1}
    return mask.nonzero()[0].tolist()


def test_where_nothing_is_asked_nobody_can_be_chosen():
    assert allowed(None) == [0]


def test_what_is_offered_and_not_chosen_yet_is_allowed():
    assert allowed(VOTE) == [2, 3]
    assert allowed(MAY_PASS) == [0, 2]
    assert allowed(PAIR) == [0, 2, 3, 4, 5]
    assert allowed(PAIR, "Bo") == [3, 4, 5]
    assert allowed(PAIR, "Bo", "left") == [0, 3, 5]


def test_where_nothing_is_left_a_choice_may_end():
    assert allowed(MAY_PASS, "Bo") == [0]


def test_a_choice_may_end_with_enough_or_with_none_and_must_with_as_many_as_may_be():
    assert [is_enough(PAIR, PAIR.options[:n]) for n in range(4)] == [True, False, True, True]
    assert [is_enough(VOTE, VOTE.options[:n]) for n in range(3)] == [False, True, True]
    assert [is_full(PAIR, PAIR.options[:n]) for n in range(4)] == [False, False, True, True]
