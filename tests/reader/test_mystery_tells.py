"""The reader's murderers do not give themselves away by how they introduce themselves and ask.

It takes scores of games: `make bench ARGS=mystery-tells` measures it, and `make test-real` tests it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from bench.mystery_tells import INNOCENT, MURDERER, normal, spoken_of
from bench.tells import MOST_TELLING, Spoken, tell
from parlour.core import EventKind, event_kinds
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded

GAMES = 40

pytestmark = pytest.mark.real


@cache
def speeches() -> Mapping[EventKind, Sequence[Spoken]]:
    """Of generated mysteries in which everybody is the reader."""
    found: defaultdict[EventKind, list[Spoken]] = defaultdict(list)
    for seed in range(GAMES):
        game = normal(seed, "en")
        methods = dict.fromkeys(game.players, "plain")
        setup = laid(game, model="reader", methods=methods, seed=seed, context=1_000_000)
        for kind, said in spoken_of(seed, recorded(setup, play(setup))).items():
            found[kind] += said
    return found


@pytest.mark.parametrize("kind", [event_kinds.INTRODUCED, event_kinds.ASKED])
def test_a_murderer_does_not_give_itself_away(kind: EventKind):
    found = tell(speeches()[kind], (MURDERER,), (INNOCENT,))
    assert found
    assert found.low <= MOST_TELLING
