"""What every game offers: a frozen state that asks, takes actions, and tells what happened.

A game is pure: no clock, files, network or prompts. Chance comes from the match seed alone, drawn by
purpose (`chance`), so that the same seed and the same actions always give the same events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, Self

from parlour.core.case import Case, Outcome
from parlour.core.event import Event
from parlour.core.request import Action, Player, Request


class State(Protocol):
    """The whole truth of a match at one moment: frozen, and the only place where the rules are."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody at the table, in seat order."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing remains to be done."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None until then."""
        ...

    def cases(self, player: Player) -> Sequence[Case]:
        """The hidden questions, as that player may ask them; the table's talk is about the first."""
        ...

    def teams(self) -> Mapping[Player, str]:
        """The side that each player is on; for seating and scores, never for an agent."""
        ...

    def requests(self) -> Sequence[Request]:
        """Everything that must be decided now; a player may be asked several things at once."""
        ...

    def fallback(self, request: Request) -> Action:
        """What is played for a request whose answer was illegal, unreadable or too late."""
        ...

    def apply(self, actions: Mapping[str, Action]) -> tuple[Self, Sequence[Event]]:
        """The next state and what happened, given a legal action per request id.

        Raises:
            IllegalAction: if an action is missing or not allowed.
        """
        ...
