"""What an agent of GRATR begins with, and what it learns for certain (NOTES 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from parlour.agents import Perspective
from parlour.agents.methods.gratr.parameters import Parameters
from parlour.agents.methods.gratr.trust_graph import TrustGraph
from parlour.games import Event, EventKind, Player
from parlour.games.werewolf import Role, Team

_TOLD = frozenset({EventKind.CHECKED, EventKind.REVEALED})
_TABLE = "table"
"""Stands for the case of a game that has none."""


def begun(perspective: Perspective, parameters: Parameters) -> dict[str, TrustGraph]:
    """A graph for each case, by its name: whoever did it in one case may be innocent in another.

    A werewolf begins with its fellows at 1 and the others at -0.9, everybody else with the others at 0. Who
    killed a mystery's victim begins its case as a werewolf without fellows does: no other is on its side.
    """
    me, players = perspective.place.player, perspective.place.players
    names = [case.name for case in perspective.place.cases] or [_TABLE]
    papers = perspective.papers(EventKind.FELLOWS)
    if papers:
        mates = [name for paper in papers for name in paper.chosen]
        return {name: TrustGraph.of_werewolf(me, players, mates, parameters) for name in names}
    return {
        name: TrustGraph.of_werewolf(me, players, (), parameters)
        if name in perspective.killed
        else TrustGraph.of_villager(me, players, parameters)
        for name in names
    }


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
            "why": self.event.kind.value,
            "event": self.event.number,
        }

    def learned(self, graph: TrustGraph) -> TrustGraph:
        """The graph with it."""
        return graph.knowing(self.player, why=self.event.kind.value, is_ally=self.is_ally)


def certain(event: Event, perspective: Perspective) -> Certainty | None:
    """What an event leaves no doubt about: a seer's check, a role that is revealed, whom werewolves attack.

    Only the witch learns the last without being a werewolf, and werewolves attack none of their own.
    """
    is_wolf = perspective.role == Role.WEREWOLF
    [player, *_] = event.chosen or ("",)
    if not player or player == perspective.place.player:
        return None
    if event.kind in _TOLD and event.role:
        return Certainty(player=player, is_ally=(event.role == Team.WEREWOLF) == is_wolf, event=event)
    if event.kind is EventKind.ATTACKED and not is_wolf:
        return Certainty(player=player, is_ally=True, event=event)
    return None
