import asyncio

import pytest

from parlour.agents import find_method
from parlour.core import Action, Request, request_kinds
from parlour.errors import SetupError
from tests.agents.seats import Slate, asking, place


def act(request: Request) -> Action:
    return asyncio.run(find_method("random").seat(place(request.player), {}).act(request, Slate()))


def test_it_takes_no_options():
    with pytest.raises(SetupError, match="random takes no options, not ask"):
        find_method("random").seat(place(), {"ask": "best"})


def test_it_chooses_as_many_as_it_may_and_says_something_where_it_must():
    action = act(asking())
    assert len(action.chosen) == 1
    assert "Vera" in action.speech


def test_its_choice_hangs_on_the_seed_the_player_and_the_request_alone():
    options = tuple(f"option {n}" for n in range(50))
    request = asking(options=options)
    assert act(request) == act(request)
    assert len({act(asking(options=options, round=n)).chosen for n in range(3)}) == 1
    others = [
        asking(options=options),
        asking("Ben", options=options),
        asking(kind=request_kinds.VOTE, options=options),
    ]
    assert len({act(each).chosen for each in others}) == 3
