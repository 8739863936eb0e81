"""What an agent of GRATR learns for certain in the course of a match (NOTES 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from parlour.agents import Observation, SeatContext
from parlour.core import Event, Player
from parlour.methods.gratr.trust_graph import TrustGraph


@dataclass(frozen=True, kw_only=True)
class Certainty:
    """Something that an event leaves no doubt about.

    Attributes:
        player: whom it is about.
        is_ally: whether that player is on the agent's side.
        event: the event.
    """

    player: Player
    is_ally: bool
    event: Event

    @property
    def body(self) -> Mapping[str, JsonValue]:
        """As it is put on record."""
        return {
            "player": self.player,
            "is_ally": self.is_ally,
            "why": self.event.kind.name,
            "event": self.event.number,
        }

    def learned(self, graph: TrustGraph) -> TrustGraph:
        """The graph with it."""
        return graph.knowing(self.player, why=self.event.kind.name, is_ally=self.is_ally)


def certain(event: Event, observation: Observation) -> Certainty | None:
    """What an event leaves no doubt about: a role or side that it shows, a victim of the hidden side.

    What is learned of two at once leaves doubt about either, and so does a side that is told from the hidden
    one alone where somebody plays for a third.
    """
    place, mine = observation.place, observation.role
    is_cleared = event.kind.clears and not place.game.is_hidden(mine)
    about = event.chosen if is_cleared else event.shown
    if len(about) != 1 or place.player in about:
        return None
    own, possible = _side(mine, place), _sides(event.role, place, mine)
    if own in possible and len(possible) > 1:
        return None
    return Certainty(player=about[0], is_ally=own in possible, event=event)


def _side(role: str | None, place: SeatContext) -> str:
    """The side of a role; where a game names none, every role is one."""
    return place.game.roles.get(role or "", role or "")


def _sides(shown: str | None, place: SeatContext, mine: str | None) -> set[str]:
    """Those on one of which somebody is who was shown to be so; None is not of the hidden side."""
    game = place.game
    if shown in game.roles or game.is_sought(shown):
        return {_side(shown, place)}
    others = Counter[str](place.roles or dict.fromkeys(game.roles, 1)) - Counter([mine or ""])
    return {_side(role, place) for role in others if not game.is_sought(role)}
