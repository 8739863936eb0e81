"""Who cannot answer a speech any more, as each revision of PLAYER* takes it."""

from __future__ import annotations

from parlour.agents import Observation, had_their_turn
from parlour.core import Player, event_kinds

_ANSWERED_AT_ONCE = 3
"""The revision since which a speech asks only who speaks in the same round still."""
PUT_RIGHT = 4
"""The revision since which rounds, turns and sensors are what the papers and the table make them."""
_TURNS = (event_kinds.SPOKE, event_kinds.PASSED)


def unable_to_answer(observation: Observation, now: int) -> set[Player]:
    """Who will not answer a speech: in turns whoever had theirs, and nobody where talk is free.

    Revision 3 took it that talk is free wherever a player speaks twice in a round.

    Args:
        observation: what the player who speaks knows.
        now: the round.
    """
    place = observation.place
    if place.revision >= PUT_RIGHT:
        return set() if place.discusses_freely else had_their_turn(place.player, observation.heard)
    turns = (each for each in observation.heard if each.kind in _TURNS and each.round == now)
    spoken = {each.actor for each in turns if each.actor}
    is_free = place.player in spoken or place.revision < _ANSWERED_AT_ONCE
    return set() if is_free else spoken
