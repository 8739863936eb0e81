"""Whom a round of PLAYER* is credited to, where whoever wants to speak bids for the floor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parlour.arena import GameSetup, Note, Record, items
from parlour.core import Event, Player
from parlour.llm import READER
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded


def match(game: GameSetup, revision: int) -> Record:
    """A match of seats that play PLAYER* as that revision did."""
    setup = laid(game, model=READER, context=1_000_000)
    seats = tuple(seat.model_copy(update={"revision": revision}) for seat in setup.seats)
    setup = setup.model_copy(update={"seats": seats})
    return recorded(setup, play(setup))


def thoughts(record: Record, kind: str) -> Iterator[tuple[Player, int, Any]]:
    """Whose they are, in which round, and what they say."""
    now = 0
    for each in items(record):
        if isinstance(each, Event):
            now = each.round
        elif isinstance(each, Note) and each.thought.kind == kind:
            yield each.player, now, each.thought.body


# What a round was worth


def credited(revision: int) -> list[tuple[Player, int, Player]]:
    """Who credited whom with a round in which they had not chosen to ask them."""
    record = match(one_night(talk="bidding", speeches=4), revision)
    chosen = {(player, now, body["chosen"]) for player, now, body in thoughts(record, "choice")}
    pruned = list(thoughts(record, "suspects"))
    assert len(pruned) == 3 * len(record.setup.players)
    named = [(player, now, name) for player, now, body in pruned for name in body["questioned"]]
    assert named
    return [each for each in named if each not in chosen]


def test_a_round_without_a_turn_questioned_nobody():
    assert credited(4) == []


def test_a_seat_from_before_credits_whom_it_asked_last_as_it_did_then():
    assert credited(3)
