"""The discussion that a table is in, as one seat has heard it: who has the floor, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from parlour.core import Event, Player, event_kinds


def discussion(heard: Sequence[Event]) -> Sequence[Event]:
    """What was said since anything else happened."""
    begin = next((n for n in range(len(heard), 0, -1) if not _is_talk(heard[n - 1])), 0)
    return heard[begin:]


def has_floor(event: Event) -> Player | None:
    """Who had the floor in an event: whoever spoke, or had a turn and let it pass."""
    is_turn = event.kind is event_kinds.SPOKE or event.kind is event_kinds.PASSED
    return event.actor if is_turn else None


def turns_of(talk: Sequence[Event]) -> list[Player]:
    """Who had the floor, turn by turn; two parts of one speech are one turn."""
    return [name for name, _ in groupby(filter(None, map(has_floor, talk)))]


def had_their_turn(player: Player, heard: Sequence[Event]) -> set[Player]:
    """Who cannot answer a player who speaks now, where a discussion goes in turns.

    It may go round several times: whoever has spoken in it more often than the player has had this turn too.

    Args:
        player: who speaks now.
        heard: every event that the player has seen, in order.
    """
    turns = Counter(turns_of(discussion(heard)))
    return {name for name, count in turns.items() if count > turns[player]}


def _is_talk(event: Event) -> bool:
    return has_floor(event) is not None or event.kind is event_kinds.INTERRUPTED
