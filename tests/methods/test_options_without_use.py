"""An option that would change nothing is refused."""

from __future__ import annotations

import pytest

from parlour.arena import try_out
from parlour.errors import SetupError
from parlour.llm import READER
from parlour.store import MemoryLog
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night

IDLE = {
    "player-star:as=2024,choice=random": "has nobody to choose",
    "player-star:ask=suspects,choice=turn": "has nobody to choose",
    "humanized:condition=baseline,notes=shuffled": "condition=baseline it takes none",
    "humanized:condition=b5p,notes=shuffled": "condition=b5p it takes none",
}
IN_USE = (
    "player-star:as=2025,choice=random",
    "player-star:as=2024",
    "humanized:condition=favor,notes=shuffled",
    "humanized:condition=strategy,notes=shuffled",
    "humanized:condition=b5p",
)


def test_what_would_change_nothing_is_refused():
    for method, problem in IDLE.items():
        with pytest.raises(SetupError, match=problem):
            try_out(laid(one_night(), model=READER, method=method), MemoryLog())


def test_what_changes_something_is_taken():
    for method in IN_USE:
        try_out(laid(one_night(), model=READER, method=method), MemoryLog())
