import asyncio

import pytest

from parlour.agents import find_method
from parlour.core import PASS, Action, Request, request_kinds
from parlour.errors import SetupError
from tests.agents.seats import Slate, asking, place
from tests.arena.mysteries import laid, mystery
from tests.arena.playing import journal, play, recorded


def act(request: Request) -> Action:
    return asyncio.run(find_method("random").seat(place(request.player), {}).act(request, Slate()))


def test_it_takes_no_options():
    with pytest.raises(SetupError, match="random takes no options, not ask"):
        find_method("random").seat(place(), {"ask": "best"})


def test_it_chooses_as_many_as_it_may_and_says_something_where_it_must():
    action = act(asking())
    assert len(action.chosen) == 1
    assert "Vera" in action.speech


def test_it_lets_thinking_be():
    assert act(asking(kind=request_kinds.REFLECT, options=(), words=0, most=0)) == PASS


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


def test_a_table_of_bots_plays_to_the_end_without_any_model():
    for language in ("en", "zh"):
        for players in (3, 6):
            setup = laid(mystery(language, players=players, victims=2), method="random")
            log = play(setup)
            record = recorded(setup, log)
            assert record.status == "finished"
            assert record.calls == ()
            assert journal(play(setup)) == journal(log)


def test_another_seed_gives_another_match():
    first, second = (journal(play(laid(mystery(), method="random", seed=seed))) for seed in (1, 2))
    assert first != second
