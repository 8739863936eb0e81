"""The game that `parlour new` writes, played as it stands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core import PASS, Action, event_kinds, request_kinds

SOURCE = Path(parlour.__file__).parent / "cli" / "new" / "game" / "src"
PLAYERS = ("Ann", "Bo", "Cy")


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A match of one round that was dealt."""
    monkeypatch.setattr("sys.path", [str(SOURCE), *sys.path])
    rules, setup = import_module("newgame.rules"), import_module("newgame.setup")
    yield rules.start(PLAYERS, 1, setup.NewgameSetup(players=PLAYERS, rounds=1)).apply({})[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == "newgame"]:
        del sys.modules[name]


def test_what_is_said_is_heard_and_what_is_not_is_a_pass(state: Any):
    [asked] = state.requests()
    _, told = state.apply({asked.id: Action(speech="It was Bo.")})
    assert [(each.kind, each.actor, each.text) for each in told] == [(event_kinds.SPOKE, "Ann", "It was Bo.")]
    _, told = state.apply({asked.id: PASS})
    assert [(each.kind, each.actor) for each in told] == [(event_kinds.PASSED, "Ann")]


def test_once_everybody_had_a_word_all_vote_and_it_is_over(state: Any):
    for _ in PLAYERS:
        state, _ = state.apply({each.id: PASS for each in state.requests()})
    assert [each.kind for each in state.requests()] == [request_kinds.VOTE] * len(PLAYERS)
    state, told = state.apply({each.id: PASS for each in state.requests()})
    assert [each.kind for each in told][-3:] == [
        event_kinds.ELIMINATED,
        event_kinds.WON,
        event_kinds.REVEALED,
    ]
    assert state.outcome.cases[0].winner == "traitor"
