"""Whole matches of Avalon in the arena: nothing is at fault, nothing leaks, a replay is the same."""

from __future__ import annotations

from itertools import cycle

import pytest
from parlour.agents import METHODS
from parlour.arena import Record
from parlour.core import event_kinds, read_asked
from parlour.experiments.conformance import check_match, lay_alike
from parlour.llm import Language

from parlour_avalon import kinds


def played(method: str, language: Language, seed: int = 1, **asked: object) -> Record:
    return check_match(
        lay_alike(read_asked({"name": "avalon", **asked}), method, seed=seed, language=language)
    )


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("players", range(5, 11))
def test_any_table_is_played_by_lot(players: int, language: Language):
    record = played("random", language, players=players, confers=True)
    kinds_told = {event.kind for event in record.events}
    assert {kinds.LED, kinds.BALLOTED, event_kinds.WON} <= kinds_told


def test_what_is_asked_of_a_table_is_dealt():
    record = played("random", "en", players=6, discussions=0, leads="first")
    told = record.events
    assert record.setup.players == tuple(f"Player {n}" for n in range(1, 7))
    assert next(event for event in told if event.kind is kinds.LED).actor == "Player 1"
    assert not [event for event in told if event.kind is event_kinds.SPOKE]


@pytest.mark.parametrize(("method", "language"), [*zip(sorted(METHODS.names), cycle(("en", "zh")))])
def test_every_method_plays_it_with_the_reader(method: str, language: Language):
    record = played(method, language, seed=4, players=5, confers=True)
    assert {event.kind for event in record.events} >= {kinds.LED, event_kinds.SPOKE, event_kinds.WON}
