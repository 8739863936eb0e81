"""An agent's certain knowledge and its memory of claimed roles (GRATR, section 3.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from parlour.agents import Observation, SeatContext
from parlour.core import Event, Game, Player, event_kinds
from parlour.language.wording import GamePhrases, Phrases
from parlour.llm import Language
from parlour.methods.gratr.evidence import STRONGEST, Evidence, EvidenceType, Parameters, Stance
from parlour.methods.gratr.trust_graph import TrustGraph

_TABLE = "table"
"""Stands for the case of a game that has none."""


@dataclass(frozen=True, kw_only=True)
class Dealt:
    """A player's initial information, from which its graphs start.

    Attributes:
        fellows: the players that share its secret role; None if it has none to share.
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
        """Returns the initial information of an observation's player, as dealt so far."""
        seat, papers = observation.seat, observation.private_events(event_kinds.FELLOWS)
        return Dealt(
            game=seat.game,
            me=seat.player,
            players=seat.players,
            cases=tuple(case.name for case in seat.cases),
            fellows=tuple(name for paper in papers for name in paper.chosen) if papers else None,
            killed=observation.own_victims,
            role=observation.role,
            seed=seat.seed,
            truth=seat.truth or {},
            roles=seat.roles,
        )

    @property
    def is_hidden(self) -> bool:
        """True if its role is not on the ordinary side."""
        return self.game.is_hidden(self.role)

    @property
    def knows_sides(self) -> bool:
        """True if the player and its fellows are all players of its side."""
        if self.fellows is None or not self.is_hidden:
            return False
        side = self.game.roles.get(self.role or "")
        sharers = sum(count for role, count in self.roles.items() if self.game.roles.get(role) == side)
        return sharers == len(self.fellows) + 1


def begun(dealt: Dealt, parameters: Parameters) -> dict[str, TrustGraph]:
    """Returns the graph of each case, by its name, at the start."""
    graphs = _begun(dealt, parameters)
    match parameters.trust:
        case "graph" | "sum":
            return graphs
        case "random":
            return {name: graph.with_random_trust(dealt.seed) for name, graph in graphs.items()}
        case "oracle":
            return {name: _told_sides(graph, dealt) for name, graph in graphs.items()}
    assert_never(parameters.trust)


def _told_sides(graph: TrustGraph, dealt: Dealt) -> TrustGraph:
    for player in dealt.players:
        if player != dealt.me:
            is_ally = dealt.truth[player] == dealt.truth[dealt.me]
            graph = graph.knowing(player, why="truth", is_ally=is_ally)
    return graph


def _begun(dealt: Dealt, parameters: Parameters) -> dict[str, TrustGraph]:
    me, players = dealt.me, dealt.players
    names = dealt.cases or (_TABLE,)
    if dealt.role and dealt.fellows and not dealt.is_hidden:
        graph = TrustGraph.of_villager(me, players, parameters)
        for fellow in dealt.fellows:
            graph = graph.knowing(fellow, why=f"a fellow {dealt.role}", is_ally=True)
        return dict.fromkeys(names, graph)
    is_alone = dealt.role in dealt.game.sought or dealt.game.has_side_alone(dealt.role)
    if dealt.is_hidden and dealt.fellows is None and is_alone:
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


@dataclass(frozen=True, kw_only=True)
class Certainty:
    """The certain side of one player, as an event shows it."""

    player: Player
    is_ally: bool
    event: Event

    @property
    def body(self) -> Mapping[str, JsonValue]:
        """The fields of its record."""
        return {
            "player": self.player,
            "is_ally": self.is_ally,
            "why": self.event.kind.name,
            "event": self.event.number,
        }

    def add_to(self, graph: TrustGraph) -> TrustGraph:
        """Returns the graph with this knowledge."""
        return graph.knowing(self.player, why=self.event.kind.name, is_ally=self.is_ally)


def certain(event: Event, observation: Observation) -> Certainty | None:
    """Returns the side that an event proves: by a role or side that it shows, or by a victim's death.

    None if the event shows two players at once, or excludes the hidden side only and there is a third side.
    """
    seat, own_role = observation.seat, observation.role
    is_cleared = event.kind.clears and not seat.game.is_hidden(own_role)
    about = event.chosen if is_cleared else event.shown_players
    if len(about) != 1 or seat.player in about:
        return None
    own, possible = _side(own_role, seat), _sides(event.role, seat, own_role)
    if own in possible and len(possible) > 1:
        return None
    return Certainty(player=about[0], is_ally=own in possible, event=event)


def _side(role: str | None, seat: SeatContext) -> str:
    return seat.game.roles.get(role or "", role or "")


def _sides(shown_role: str | None, seat: SeatContext, own_role: str | None) -> set[str]:
    game = seat.game
    if shown_role in game.roles or game.is_sought(shown_role):
        return {_side(shown_role, seat)}
    others = Counter[str](seat.roles or dict.fromkeys(game.roles, 1)) - Counter([own_role or ""])
    return {_side(role, seat) for role in others if not game.is_sought(role)}


_PHRASES = Phrases("parlour.methods.gratr")


class RoleClassification(BaseModel):
    """A player's statement that a player has a role: R(p_i, p_j) of algorithm 1, line 2.

    Attributes:
        score: the stated certainty, 0 to 10.
    """

    model_config = ConfigDict(frozen=True, allow_inf_nan=False)
    by: Player
    about: Player
    role: str
    score: float = Field(ge=0, le=STRONGEST)
    event: int = Field(ge=0)
    round: int = Field(default=0, ge=0)

    @property
    def is_own(self) -> bool:
        """True if the speaker claims the role for itself."""
        return self.by == self.about


@dataclass(frozen=True, kw_only=True)
class ClaimedRoles:
    """One agent's memory of claimed roles, and the evidence from claims that exclude each other.

    The paper extracts R and has c stand for "the p_i's confidence of the p_j's current role classification"
    (3.2), but no equation takes R. So a claim moves trust only by an item that eq. 1 to 3 take: a
    player that claims a role dealt once denies it to every other claimant, as confidently as it claims it,

        c(p_i, p_j) = -s_i / 10  and  c(p_j, p_i) = -s_j / 10,

    s being the scores of the two claims; and where the agent p_0 holds the role itself, c(p_0, p_i) = -1, by
    T(p_0) = 1. Such items are attacks of appendix D.1. A claim without a counter-claim says something of its
    speaker alone: by the equations it is an item of p_i about p_i, and counts only as other self-defence does
    (`self_defence=true`). A statement about another player's role is in the items about that player already.
    """

    me: Player
    role: str | None
    single: Collection[str]
    game: str
    language: Language
    _claims: dict[tuple[Player, Player], RoleClassification] = field(
        default_factory=dict[tuple[Player, Player], RoleClassification]
    )

    def add(self, claim: RoleClassification) -> list[Evidence]:
        """Stores a claim in place of the speaker's earlier one, and returns the evidence that follows."""
        before = self._claims.get((claim.by, claim.about))
        rivals = [
            earlier for earlier in self._claims.values() if earlier.is_own and earlier.role == claim.role
        ]
        self._claims[claim.by, claim.about] = claim
        is_new = before is None or before.role != claim.role
        if not (claim.is_own and is_new and claim.role in self.single):
            return []
        if claim.role == self.role:
            return [self._against(claim, by=self.me, about=claim.by, score=STRONGEST, why="held_by_me")]
        return [
            self._against(
                claim, by=counterclaim.by, about=other.by, score=counterclaim.score, why="both_claim"
            )
            for rival in rivals
            for counterclaim, other in ((claim, rival), (rival, claim))
        ]

    def of(self, player: Player) -> tuple[RoleClassification, ...]:
        """Returns R(p_j): the player's own claim, then the statements of others, the latest first."""
        about = [claim for claim in self._claims.values() if claim.about == player]
        return tuple(sorted(about, key=lambda claim: (not claim.is_own, -claim.event)))

    def role_word(self, role: str) -> str:
        """Returns the game's word for a role."""
        return GamePhrases(self.game, self.language).role(role)

    def _against(
        self, claim: RoleClassification, *, by: Player, about: Player, score: float, why: str
    ) -> Evidence:
        role = self.role_word(claim.role)
        return Evidence(
            by=by,
            about=about,
            type=EvidenceType.ATTACK,
            relation=Stance.ADVERSARY,
            reason=_PHRASES.say(why, self.language, by=by, about=about, role=role),
            score=score,
            event=claim.event,
            round=claim.round,
            contested=claim.role,
        )
