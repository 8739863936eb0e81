"""What an agent of GRATR begins with, and what it learns for certain (NOTES 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from parlour.agents import Observation
from parlour.core import Event, Player, event_kinds
from parlour.games import onenight
from parlour.games.werewolf import Role, Team, kinds
from parlour.methods.gratr.parameters import Parameters
from parlour.methods.gratr.trust_graph import TrustGraph

_TOLD = frozenset({event_kinds.CHECKED, event_kinds.REVEALED})
_ALONE = frozenset({onenight.Role.WEREWOLF, onenight.Role.TANNER})
"""The roles of One Night that know of nobody on their side."""
_TABLE = "table"
"""Stands for the case of a game that has none."""


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """What a player is dealt, as far as its graphs begin with it.

    Attributes:
        me: the player.
        players: everybody at the table, in seat order.
        cases: the names of the hidden questions.
        fellows: who shares its secret role; None where it has none to share.
        killed: the cases in which it is the answer itself.
        role: what it is, in a game that deals roles by name.
    """

    me: Player
    players: tuple[Player, ...]
    cases: tuple[str, ...]
    fellows: tuple[Player, ...] | None = None
    killed: tuple[str, ...] = ()
    role: str | None = None

    @staticmethod
    def of(observation: Observation) -> Dealt:
        """What that player has been dealt so far."""
        place, papers = observation.place, observation.papers(event_kinds.FELLOWS)
        return Dealt(
            me=place.player,
            players=place.players,
            cases=tuple(case.name for case in place.cases),
            fellows=tuple(name for paper in papers for name in paper.chosen) if papers else None,
            killed=observation.killed,
            role=observation.role,
        )


def begun(dealt: Dealt, parameters: Parameters) -> dict[str, TrustGraph]:
    """A graph for each case, by its name: whoever did it in one case may be innocent in another.

    A werewolf begins with its fellows at 1 and the others at -0.9, everybody else with the others at 0. Who
    killed a mystery's victim begins its case as a werewolf without fellows does: no other is on its side. So
    do the werewolf and the tanner of One Night. A mason there begins as a villager who is sure of the other.
    """
    me, players = dealt.me, dealt.players
    names = dealt.cases or (_TABLE,)
    if dealt.role == onenight.Role.MASON:
        graph = TrustGraph.of_villager(me, players, parameters)
        for fellow in dealt.fellows or ():
            graph = graph.knowing(fellow, why="a fellow mason", is_ally=True)
        return dict.fromkeys(names, graph)
    if dealt.role in _ALONE and dealt.fellows is None:
        return {name: TrustGraph.of_werewolf(me, players, (), parameters) for name in names}
    if dealt.fellows is not None:
        return {name: TrustGraph.of_werewolf(me, players, dealt.fellows, parameters) for name in names}
    return {
        name: TrustGraph.of_werewolf(me, players, (), parameters)
        if name in dealt.killed
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
            "why": self.event.kind.name,
            "event": self.event.number,
        }

    def learned(self, graph: TrustGraph) -> TrustGraph:
        """The graph with it."""
        return graph.knowing(self.player, why=self.event.kind.name, is_ally=self.is_ally)


def certain(event: Event, observation: Observation) -> Certainty | None:
    """What an event leaves no doubt about: a seer's check, a role that is revealed, whom werewolves attack.

    Only the witch learns the last without being a werewolf, and werewolves attack none of their own. What a
    seer learns of two at once leaves doubt about either.
    """
    if event.kind is event_kinds.CHECKED and len(event.chosen) > 1:
        return None
    is_wolf = observation.role == Role.WEREWOLF
    [player, *_] = event.chosen or ("",)
    if not player or player == observation.place.player:
        return None
    if event.kind in _TOLD and event.role:
        return Certainty(player=player, is_ally=(event.role == Team.WEREWOLF) == is_wolf, event=event)
    if event.kind is kinds.ATTACKED and not is_wolf:
        return Certainty(player=player, is_ally=True, event=event)
    return None
