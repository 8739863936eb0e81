"""Whom a round of PLAYER* is credited to and whom it asks, in turns and where one bids for the floor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from parlour.arena import GameSetup, Note, Record, items
from parlour.core import Event, Player, event_kinds
from parlour.llm import BUILT_IN
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.werewolves import werewolves

TURNS = (event_kinds.SPOKE, event_kinds.PASSED)


def match(game: GameSetup) -> Record:
    """Plays a match of PLAYER* seats."""
    setup = laid(game, model=BUILT_IN, context=1_000_000)
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


def credited() -> list[tuple[Player, int, Player]]:
    """Who credited whom with a round in which they had not chosen to ask them."""
    record = match(one_night(talk="bidding", speeches=4))
    chosen = {(player, now, body["chosen"]) for player, now, body in thoughts(record, "choice")}
    pruned = list(thoughts(record, "suspects"))
    assert len(pruned) == 3 * len(record.setup.players)
    named = [(player, now, name) for player, now, body in pruned for name in body["questioned"]]
    assert named
    return [each for each in named if each not in chosen]


def test_a_round_without_a_turn_questioned_nobody():
    assert credited() == []


# Who can answer


def addressed(game: GameSetup) -> Iterator[tuple[int, int]]:
    """Of each who is asked, how often they have had the floor in the discussion, and how often the asker."""
    turns = Counter[Player]()
    for each in items(match(game)):
        if isinstance(each, Note) and each.thought.kind == "choice":
            body: Any = each.thought.body
            yield turns[body["chosen"]], turns[each.player]
        elif isinstance(each, Event) and each.kind in TURNS:
            turns[each.actor or ""] += 1
        elif isinstance(each, Event):
            turns.clear()


def test_in_turns_whoever_is_asked_has_a_turn_to_come_however_often_talk_goes_round():
    found = list(addressed(werewolves(discussions=3)))
    assert all(theirs <= mine for theirs, mine in found)
    assert any(mine for _, mine in found)


def test_where_talk_is_free_a_first_speech_may_ask_who_has_spoken():
    assert any(theirs and not mine for theirs, mine in addressed(werewolves(talk="bidding")))
