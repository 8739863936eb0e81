"""What an episode is worth to whoever played it: who won, and what can be proved meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from parlour.core import Event, GameSetup, Player, State, find_game
from parlour.errors import SetupError


@runtime_checkable
class Potential(Protocol):
    """A game's part `potential`: what a seat can prove, in bits. A game need not bring it."""

    def bits(self, setup: GameSetup, player: Player, events: Sequence[Event]) -> float:
        """How much what a player may know entails of what the game hides; negative for whoever hides it.

        Args:
            setup: of the match; of it only what the rules tell everybody counts.
            player: whose seat it is.
            events: what that player may know, in order.
        """
        ...


def potential_of(game: str) -> Potential:
    """What a seat of that game can prove.

    Raises:
        SetupError: if the game does not say.
    """
    found = find_game(game).find_part("potential", Potential)
    if found is None:
        raise SetupError(f"{game} has no reward in bits; leave bits=True out")
    return found


def camp_reward(state: State, player: Player) -> float:
    """What the end of a match is worth to a player, from -1 to 1.

    For each hidden question +1 where the player's side won it, alone or with another, -1 where only others
    did, 0 where nobody did or it is not scored; over several the mean. The side is that at the end, where
    roles change. Where a game has two sides, theirs add up to 0.
    """
    outcome = state.outcome
    if outcome is None or not outcome.cases:
        return 0.0
    side = state.teams()[player]
    won = [0 if case.winner is None else 1 if case.is_won_by(side) else -1 for case in outcome.cases]
    return sum(won) / len(won)
