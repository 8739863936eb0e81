"""What an agent of GRATR begins with (NOTES 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from parlour.agents import Observation
from parlour.core import Game, Player, event_kinds
from parlour.methods.gratr.parameters import Parameters
from parlour.methods.gratr.trust_graph import TrustGraph

_TABLE = "table"
"""Stands for the case of a game that has none."""


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """What a player is dealt, as far as its graphs begin with it.

    Attributes:
        game: what is played.
        me: the player.
        players: everybody at the table, in seat order.
        cases: the names of the hidden questions.
        fellows: who shares its secret role; None where it has none to share.
        killed: the cases in which it is the answer itself.
        role: what it is, in a game that deals roles by name.
        seed: of the match.
        truth: the side of everybody, of a control.
        roles: how many of each role are dealt; empty where roles are not dealt by name.
    """

    game: Game[Any]
    me: Player
    players: tuple[Player, ...]
    cases: tuple[str, ...]
    fellows: tuple[Player, ...] | None = None
    killed: tuple[str, ...] = ()
    role: str | None = None
    seed: int = 0
    truth: Mapping[Player, str] = field(default_factory=dict[Player, str])
    roles: Mapping[str, int] = field(default_factory=dict[str, int])

    @staticmethod
    def of(observation: Observation) -> Dealt:
        """What that player has been dealt so far."""
        place, papers = observation.place, observation.papers(event_kinds.FELLOWS)
        return Dealt(
            game=place.game,
            me=place.player,
            players=place.players,
            cases=tuple(case.name for case in place.cases),
            fellows=tuple(name for paper in papers for name in paper.chosen) if papers else None,
            killed=observation.killed,
            role=observation.role,
            seed=place.seed,
            truth=place.truth or {},
            roles=place.roles,
        )

    @property
    def is_hidden(self) -> bool:
        """Whether its role is on another side than the ordinary one."""
        return self.game.is_hidden(self.role)

    @property
    def knows_sides(self) -> bool:
        """Whether its fellows and itself are all players of its side."""
        if self.fellows is None or not self.is_hidden:
            return False
        side = self.game.roles.get(self.role or "")
        sharers = sum(count for role, count in self.roles.items() if self.game.roles.get(role) == side)
        return sharers == len(self.fellows) + 1

    @property
    def may_have_fellows(self) -> bool:
        """Whether its side has others, whom it may not know."""
        return self.role not in self.game.sought and not self.game.has_side_alone(self.role)


def begun(dealt: Dealt, parameters: Parameters) -> dict[str, TrustGraph]:
    """A graph for each case, by its name, as it is before anything was said."""
    graphs = _begun(dealt, parameters)
    match parameters.trust:
        case "graph" | "sum":
            return graphs
        case "random":
            return {name: graph.drawn(dealt.seed) for name, graph in graphs.items()}
        case "oracle":
            return {name: _told_sides(graph, dealt) for name, graph in graphs.items()}
    assert_never(parameters.trust)


def _told_sides(graph: TrustGraph, dealt: Dealt) -> TrustGraph:
    """The graph of a control, which knows the side of everybody."""
    for player in dealt.players:
        if player != dealt.me:
            is_ally = dealt.truth[player] == dealt.truth[dealt.me]
            graph = graph.knowing(player, why="truth", is_ally=is_ally)
    return graph


def _begun(dealt: Dealt, parameters: Parameters) -> dict[str, TrustGraph]:
    """A graph for each case, by its name: whoever did it in one case may be innocent in another.

    A werewolf begins with its fellows at 1 and the others at -0.9, everybody else with the others at 0. Who
    is the answer of a case begins it as a werewolf without fellows does: no other is on its side. So does
    anybody of a hidden side who has no fellow. Who has fellows on the ordinary side is sure of them.
    """
    me, players = dealt.me, dealt.players
    names = dealt.cases or (_TABLE,)
    if dealt.role and dealt.fellows and not dealt.is_hidden:
        graph = TrustGraph.of_villager(me, players, parameters)
        for fellow in dealt.fellows:
            graph = graph.knowing(fellow, why=f"a fellow {dealt.role}", is_ally=True)
        return dict.fromkeys(names, graph)
    if dealt.is_hidden and dealt.fellows is None and not dealt.may_have_fellows:
        return {name: TrustGraph.of_werewolf(me, players, (), parameters) for name in names}
    if dealt.fellows is not None:
        return {
            name: TrustGraph.of_werewolf(
                me, players, dealt.fellows, parameters, knows_sides=dealt.knows_sides
            )
            for name in names
        }
    return {
        name: TrustGraph.of_werewolf(me, players, (), parameters)
        if name in dealt.killed
        else TrustGraph.of_villager(me, players, parameters)
        for name in names
    }
