"""What a seat may know, each piece at its place in the vector."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.core import Case, Event, Request, event, event_kinds, find_game, private, request_kinds
from parlour.errors import IllegalAction, SetupError
from parlour.integrations.envs.encoding import (
    MOST_CASES,
    MOST_COUNTED,
    OTHERS,
    ChoiceNumbers,
    Encoding,
    is_enough,
    is_full,
)

GAME = find_game("werewolf")
PLAYERS = ("Ann", "Bo", "Cy")
NOBODY = len(PLAYERS)
"""As an actor; of those to whom something is done it is what is no player, and nobody is one further."""


def encoding() -> Encoding:
    return Encoding(game=GAME, players=PLAYERS, rounds=4)


def blocks(vector: NDArray[np.float32]) -> Mapping[str, NDArray[np.float32]]:
    made = encoding()
    return {name: vector[place].reshape(made.shapes[name]) for name, place in made.layout.items()}


def set_in(vector: NDArray[np.float32]) -> dict[str, list[tuple[float | int, ...]]]:
    found = {
        name: [*zip(*np.nonzero(block), block[np.nonzero(block)], strict=True)]
        for name, block in blocks(vector).items()
    }
    return {name: [tuple(map(float, each)) for each in places] for name, places in found.items() if places}


def asked(
    request: Request | None, *chosen: str, cases: tuple[Case, ...] = ()
) -> dict[str, list[tuple[float | int, ...]]]:
    vector = encoding().blank()
    encoding().ask(vector, "Bo", request, chosen, cases)
    return set_in(vector)


def known(*events: Event) -> dict[str, list[tuple[float | int, ...]]]:
    vector = encoding().blank()
    encoding().add(events, vector)
    return set_in(vector)


def vote(**about: object) -> Request:
    fields = {"options": ("Ann", "Cy", "left"), "most": 3, **about}
    return Request(id="v", step=1, player="Bo", kind=request_kinds.VOTE, **fields)  # pyright: ignore[reportArgumentType]


def test_where_nothing_is_asked_a_seat_knows_who_it_is():
    assert asked(None) == {"me": [(1, 1)]}


def test_a_request_is_told_with_its_round_and_who_put_it():
    number = list(GAME.requests).index(request_kinds.VOTE)
    assert asked(vote(round=2, partner="Cy")) == {
        "request": [(number, 1)],
        "round": [(0, pytest.approx(0.4))],
        "me": [(1, 1)],
        "partner": [(2, 1)],
    }
    assert asked(vote(round=9))["round"] == [(0, 1)]
    assert "partner" not in asked(vote(partner="a stranger"))


def test_what_is_chosen_so_far_is_told_by_its_number_without_nobody():
    assert asked(vote(), "Ann", "left")["chosen"] == [(0, 1), (3, 1)]
    assert asked(vote(), "Cy")["chosen"] == [(2, 1)]


def test_the_case_is_told_of_the_first_few():
    for number, told in ((0, [(0, 1)]), (MOST_CASES - 1, [(MOST_CASES - 1, 1)]), (MOST_CASES, None)):
        cases = tuple(Case(name=f"c{n}", candidates=PLAYERS) for n in range(MOST_CASES + 1))
        assert asked(vote(case=f"c{number}"), cases=cases).get("case") == told


def test_who_did_what_to_whom_is_counted():
    votes = list(GAME.events).index(event_kinds.VOTED)
    ballot = event(event_kinds.VOTED, actor="Ann", chosen=("Cy",))
    assert known(ballot) == {"told": [(votes, 0, 2, 1 / MOST_COUNTED)]}
    assert known(*[ballot] * 3)["told"] == [(votes, 0, 2, 3 / MOST_COUNTED)]
    assert known(*[ballot] * (MOST_COUNTED + 2))["told"] == [(votes, 0, 2, 1)]


def test_what_is_no_player_and_nobody_have_places_of_their_own():
    votes = list(GAME.events).index(event_kinds.VOTED)
    share = 1 / MOST_COUNTED
    for actor, chosen, places in (
        ("Ann", (), [(0, NOBODY + 1)]),
        ("Ann", ("a card",), [(0, NOBODY)]),
        (None, ("Bo", "Cy"), [(NOBODY, 1), (NOBODY, 2)]),
        (None, (), [(NOBODY, NOBODY + 1)]),
    ):
        told = known(event(event_kinds.VOTED, actor=actor, chosen=chosen))
        assert told == {"told": [(votes, *place, share) for place in places]}


def test_who_is_addressed_counts_and_not_who_is_named():
    said = event(event_kinds.SPOKE, actor="Cy", to="Ann", chosen=("Bo",))
    assert known(said)["told"] == [(list(GAME.events).index(event_kinds.SPOKE), 2, 0, 1 / MOST_COUNTED)]


def test_who_is_out_and_what_somebody_was_shown_to_be_is_kept():
    labels = encoding().labels
    out = event(event_kinds.ELIMINATED, chosen=("Cy", "a stranger"))
    checked = private(event_kinds.CHECKED, "Bo", chosen=("Ann",), role="werewolf")
    dealt = private(event_kinds.ROLE, "Bo", role="seer")
    told = known(out, checked, dealt)
    assert told["gone"] == [(2, 1)]
    assert told["roles"] == [(0, labels["werewolf"], 1), (1, labels["seer"], 1)]
    assert "roles" not in known(private(event_kinds.CHECKED, "Bo", chosen=("Ann",), role="of another game"))


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
