"""What a match would have come to without one of its people: the same again, with somebody silent there."""

from __future__ import annotations

from parlour.arena import OUTSIDE, Setup, SilentPerson, is_free
from parlour.core import Player
from parlour.library.match_playing import play_in_memory
from parlour.library.outcome import MatchOutcome, outcome_of
from parlour.llm import ModelPool


def can_do_without(setup: Setup, player: Player) -> bool:
    """Whether that can be known at once and for nothing: only the reader thinks, nobody else is outside."""
    others = [seat for seat in setup.seats if seat.player != player]
    own = next((seat for seat in setup.seats if seat.player == player), None)
    is_alone = not any(seat.holder.method in OUTSIDE or seat.then for seat in others)
    return is_free(others) and is_alone and own is not None and own.method in OUTSIDE and not own.then


async def without(setup: Setup, player: Player) -> MatchOutcome:
    """How a match would have ended had one of its people said nothing and voted for nobody.

    Everything else is as it was: the deal, the seats, every draw. What the others do follows from what they
    hear, so that up to where the person first spoke it is the same match.

    Args:
        setup: of the match.
        player: the person.
    """
    async with ModelPool() as models:
        return outcome_of(await play_in_memory(setup, models, {player: SilentPerson()}))
