"""An option that would change nothing is refused; and the method that plays by lot."""

from __future__ import annotations

import asyncio

import pytest

from parlour.agents import find_method
from parlour.arena import try_out
from parlour.core import Action, Request, request_kinds
from parlour.errors import SetupError
from parlour.llm import BUILT_IN
from parlour.store import MemoryLog
from tests.agents.seats import Slate, asking, seat_context
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night

IDLE = {
    "player-star:as=2024,choice=random": "has nobody to choose",
    "player-star:ask=suspects,choice=turn": "has nobody to choose",
    "player-star:pruner=no,prune=between": "pruner=false never does",
    "player-star:as=2024,epsilon=.2": "epsilon weighs whom to ask",
    "player-star:choice=turn,beta=.2": "choice=turn does not take it",
    "gratr:trust=sum,width=2": "width is of a retrieval, and trust=sum makes none",
    "gratr:merging=no,rho=.5": "merging=false merges none",
    "gratr:as=printed,backward=no,gamma=.2": "backward=false makes none",
    "gratr:hops=no,arrive=at_once": "hops=false makes none",
    "humanized:condition=baseline,notes=shuffled": "condition=baseline it takes none",
    "humanized:condition=b5p,notes=shuffled": "condition=b5p it takes none",
}
IN_USE = (
    "player-star:as=2025,choice=random",
    "player-star:as=2024",
    "player-star:as=2025,pruner=no,sensors=none",
    "gratr:as=printed,trust=sum",
    "gratr:as=released,merging=no,backward=no",
    "humanized:condition=favor,notes=shuffled",
    "humanized:condition=strategy,notes=shuffled",
    "humanized:condition=b5p",
)


def test_what_would_change_nothing_is_refused():
    for method, problem in IDLE.items():
        with pytest.raises(SetupError, match=problem):
            try_out(laid(one_night(), model=BUILT_IN, method=method), MemoryLog())


def test_what_changes_something_is_taken():
    for method in IN_USE:
        try_out(laid(one_night(), model=BUILT_IN, method=method), MemoryLog())


def act(request: Request) -> Action:
    return asyncio.run(find_method("random").seat(seat_context(request.player), {}).act(request, Slate()))


def test_it_takes_no_options():
    with pytest.raises(SetupError, match="random takes no options, not ask"):
        find_method("random").seat(seat_context(), {"ask": "best"})


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
