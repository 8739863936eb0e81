"""What a question to each would bring, known before it is asked: for declared controls, and for no agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from parlour.core import Event, GameSetup, Player

GainOracle = Callable[[Sequence[Event], str], Mapping[Player, float]]
"""Of what a seat has seen and a case: what a question to each of the others would bring."""


@runtime_checkable
class ExactGains(Protocol):
    """A game's part `exact_gains`: how far each player's answer would narrow down a case, if it can be known.

    It knows what everybody would answer, which no seat may know: only controls have it (`ControlMethod`).
    """

    def gains(
        self, setup: GameSetup, player: Player, events: Sequence[Event], case: str
    ) -> Mapping[Player, float]:
        """The true drop of entropy, in nats, by the best question to each of the others.

        Args:
            setup: the table.
            player: who would ask.
            events: what that player has seen, in order.
            case: the hidden question.

        Returns:
            Nothing at all where it cannot be known: the game's texts are in free prose.
        """
        ...
