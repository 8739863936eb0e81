"""An option that would change nothing is refused."""

from __future__ import annotations

import pytest

from parlour.arena import try_out
from parlour.errors import SetupError
from parlour.llm import BUILT_IN
from parlour.store import MemoryLog
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
