"""The page's data of a trust graph's history: every step with its reasons and its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, assert_never

from parlour.core import Player
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.nodes import Began, Drawn, Known, Node, Summed, Told, Weighed
from parlour.methods.gratr.retrieval import Chain, Explanation, Hop
from parlour.methods.gratr.views import arithmetic
from parlour.methods.gratr.views.arithmetic import Sum, number
from parlour.methods.gratr.views.history import (
    PHRASES,
    ChainsRetrieved,
    ClaimHeard,
    EvidenceTaken,
    GraphStep,
    Learned,
    Step,
    TrustHistory,
)


@dataclass(frozen=True, kw_only=True)
class ItemView:
    """An item of evidence: the statement and its reading."""

    event: int
    round: int
    by: int
    about: int
    told: str
    type: str
    score: str
    credibility: float
    line: str
    reason: str = ""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Link:
    """A hop of a chain: speaker, target, evidence and its arithmetic."""

    by: int
    about: int
    items: tuple[int, ...]
    lines: tuple[Sum, ...]


@dataclass(frozen=True, kw_only=True)
class Way:
    """A chain with its arithmetic."""

    players: tuple[int, ...]
    is_used: bool
    links: tuple[Link, ...]
    lines: tuple[Sum, ...]


@dataclass(frozen=True, kw_only=True)
class TrustReason:
    """The reason for a player's trust."""

    lead: str
    lines: tuple[Sum, ...] = ()
    items: tuple[int, ...] = ()
    ways: tuple[Way, ...] = ()
    missed: tuple[str, ...] = ()
    mean: tuple[Sum, ...] = ()
    backward: tuple[Sum, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Point:
    """A player from a step on."""

    player: int
    trust: float
    stance: str
    reason: TrustReason


@dataclass(frozen=True, kw_only=True)
class Arrow:
    """The edge of one player to another, from a step on."""

    by: int
    about: int
    value: float
    items: tuple[int, ...]
    lines: tuple[Sum, ...]


@dataclass(frozen=True, kw_only=True)
class Claimed:
    """A player's claimed role in words, from a step on."""

    player: int
    text: str
    is_contested: bool = False


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One step: what happened, and what is other than before."""

    kind: Literal["start", "heard", "learned", "asked"]
    round: int
    round_name: str
    caption: str
    points: tuple[Point, ...]
    arrows: tuple[Arrow, ...]
    claims: tuple[Claimed, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GraphViewModel:
    """The history of one graph. Players are numbered by seat, items and frames in order."""

    owner: int
    players: tuple[str, ...]
    shown: tuple[int, ...]
    title: str
    case: str
    truth: tuple[str, ...]
    items: tuple[ItemView, ...]
    frames: tuple[Frame, ...]


PLACES = 4
"""Decimals of what is only drawn; arithmetic has its own."""
_NOBODY = Node()


def sheet(history: TrustHistory) -> GraphViewModel:
    """Returns the page's data of one history."""
    return _Clerk(history=history).sheet()


@dataclass(kw_only=True)
class _Clerk:
    history: TrustHistory
    _items: dict[Evidence, int] = field(default_factory=dict[Evidence, int])

    def sheet(self) -> GraphViewModel:
        history = self.history
        frames = tuple(self._frames())
        players = history.start.players
        onlooker = () if history.shows_owner else (history.owner,)
        return GraphViewModel(
            owner=self._seat(history.owner),
            players=players,
            shown=tuple(place for place, name in enumerate(players) if name not in onlooker),
            title=self._say("seat_of", name=history.owner, method=history.method),
            case=history.case,
            truth=tuple(history.truth.get(name, "") for name in players),
            items=tuple(map(self._item, self._items)),
            frames=frames,
        )

    def _frames(self) -> Iterator[Frame]:
        start, moments = self.history.start, self.history.moments
        first = moments[0].step.round if moments else 0
        nodes = {name: node for name, node in start.nodes.items() if name != start.me}
        yield Frame(
            kind="start",
            round=first,
            round_name=self._round_name(first),
            caption=self._say("start"),
            points=tuple(self._point(name, node, None) for name, node in nodes.items()),
            arrows=tuple(self._arrows({}, start.nodes)),
            claims=self._claims(0),
        )
        before = start.nodes
        for steps, moment in enumerate(moments, 1):
            yield self._frame(before, moment, steps)
            before = moment.graph.nodes

    def _frame(self, before: Mapping[Player, Node], moment: GraphStep, steps: int) -> Frame:
        step, now = moment.step, moment.graph.nodes
        moved = [name for name in now if now[name].ground is not before[name].ground]
        return Frame(
            kind=_kind(step),
            round=step.round,
            round_name=self._round_name(step.round),
            caption=self._caption(step),
            points=tuple(self._point(name, now[name], moment) for name in moved),
            arrows=tuple(self._arrows(before, now)),
            claims=self._claims(steps),
        )

    def _claims(self, steps: int) -> tuple[Claimed, ...]:
        claims = self.history.claims
        now = self._latest_claims([claim for claim in claims if claim.steps <= steps])
        before = self._latest_claims([claim for claim in claims if claim.steps < steps])
        return tuple(claim for player, claim in now.items() if claim != before.get(player))

    def _latest_claims(self, claims: Sequence[ClaimHeard]) -> Mapping[Player, Claimed]:
        latest = {(claim.by, claim.about): claim for claim in claims}.values()
        own = {claim.by: claim for claim in latest if claim.by == claim.about}
        roles = dict[Player, Claimed]()
        for claim in latest:
            if claim.about in own and claim.by != claim.about:
                continue
            rivals = [
                name
                for name, other in own.items()
                if name != claim.by == claim.about and claim.is_single and other.role == claim.role
            ]
            key = "claims_rival" if rivals else "claims" if claim.by == claim.about else "claimed_of"
            names = self._say("comma").join(rivals)
            text = self._say(key, role=claim.role, by=claim.by, names=names)
            roles[claim.about] = Claimed(player=self._seat(claim.about), text=text, is_contested=bool(rivals))
        return roles

    def _caption(self, step: Step) -> str:
        owner = self.history.teller
        match step:
            case EvidenceTaken():
                return self.history.told.get(step.event, "")
            case Learned():
                key = "learned_ally" if step.is_ally else "learned_adversary"
                return self._say(key, owner=owner, name=step.player, why=self._source_of(step.why))
            case ChainsRetrieved():
                names = self._say("comma").join(step.targets)
                return self._say("asked_caption", owner=owner, names=names)
        assert_never(step)

    def _round_name(self, played: int) -> str:
        round_name = self.history.round_names.get(played)
        return round_name or self._say("round" if played else "round_0", round=played)

    def _point(self, name: Player, node: Node, moment: GraphStep | None) -> Point:
        return Point(
            player=self._seat(name),
            trust=round(node.trust, PLACES),
            stance=node.stance(self.history.start.parameters.epsilon).value,
            reason=self._reason(name, node, moment),
        )

    def _reason(self, name: Player, node: Node, moment: GraphStep | None) -> TrustReason:
        match node.ground:
            case Began():
                return TrustReason(lead=self._say("because_began", name=name, trust=number(node.trust)))
            case Known(why=why):
                return TrustReason(lead=self._say("because_known", why=self._source_of(why)))
            case Told() as ground:
                before = moment.before.get(name, 0.0) if moment else 0.0
                return TrustReason(
                    lead=self._say("because_told", by=ground.evidence.by),
                    lines=self._lines(
                        (arithmetic.credibility(ground.evidence), *arithmetic.node_sums(ground, before))
                    ),
                    items=(self._number(ground.evidence),),
                )
            case Weighed() as ground:
                explanations = moment.explained if moment else ()
                return self._retrieval_reason(
                    name, ground, next((why for why in explanations if why.target == name), None)
                )
            case Summed() as ground:
                return TrustReason(
                    lead=self._say("because_summed", name=name),
                    lines=self._lines((arithmetic.credibility(ground.latest), arithmetic.plain_sum(ground))),
                    items=(self._number(ground.latest),),
                )
            case Drawn():
                return TrustReason(lead=self._say("because_drawn", name=name, trust=number(node.trust)))
        assert_never(node.ground)

    def _retrieval_reason(self, name: Player, ground: Weighed, why: Explanation | None) -> TrustReason:
        count = len(ground.shares)
        chains = self._say("chains_1") if count == 1 else self._say("chains_n", count=count)
        ways = sorted(why.chains, key=lambda chain: -abs(chain.weight)) if why else []
        used_chains = why.used_chains if why else ()
        after = why.after if why else 0.0
        return TrustReason(
            lead=self._say("because_weighed", chains=chains, name=name),
            ways=tuple(self._way(way, is_used=way in used_chains) for way in ways),
            missed=tuple(" → ".join(way) for way in why.missed) if why else (),
            mean=self._lines([arithmetic.chain_mean(name, ground.shares, after)]),
            backward=self._lines(arithmetic.backward(why)) if why else (),
        )

    def _way(self, chain: Chain, *, is_used: bool) -> Way:
        return Way(
            players=tuple(map(self._seat, chain.players)),
            is_used=is_used,
            links=tuple(map(self._link, chain.hops)),
            lines=self._lines(arithmetic.chain(chain, self.history.start.parameters)),
        )

    def _link(self, hop: Hop) -> Link:
        parameters = self.history.start.parameters
        return Link(
            by=self._seat(hop.by),
            about=self._seat(hop.about),
            items=tuple(map(self._number, hop.edge.evidence)),
            lines=self._lines(arithmetic.edge_sums(hop.edge, hop.by, hop.about, parameters)),
        )

    def _arrows(self, before: Mapping[Player, Node], now: Mapping[Player, Node]) -> Iterator[Arrow]:
        parameters = self.history.start.parameters
        for about, node in now.items():
            old_edges = before.get(about, _NOBODY).heard
            if node.heard is old_edges:
                continue
            for by, edge in node.heard.items():
                if edge is not old_edges.get(by):
                    yield Arrow(
                        by=self._seat(by),
                        about=self._seat(about),
                        value=round(edge.value(parameters), PLACES),
                        items=tuple(map(self._number, edge.evidence)),
                        lines=self._lines(arithmetic.edge_sums(edge, by, about, parameters)),
                    )

    def _lines(self, sums: Sequence[Sum]) -> tuple[Sum, ...]:
        prior = number(self.history.start.parameters.prior)
        return tuple(
            replace(line, note=self._say(f"note_{line.note}", prior=prior)) if line.note else line
            for line in sums
        )

    def _number(self, item: Evidence) -> int:
        return self._items.setdefault(item, len(self._items))

    def _item(self, item: Evidence) -> ItemView:
        return ItemView(
            event=item.event,
            round=item.round,
            by=self._seat(item.by),
            about=self._seat(item.about),
            told=self.history.told.get(item.event, ""),
            type=item.type.value,
            score=self._say("item_score", score=number(item.score)),
            credibility=item.credibility,
            line=arithmetic.credibility(item).text,
            reason=item.reason,
            note=self._say("note_disagrees") if item.note else "",
        )

    def _source_of(self, why: str) -> str:
        phrases = PHRASES.all(self.history.language)
        return phrases.get(f"known_{why}", why)

    def _seat(self, player: Player) -> int:
        return self._seats[player]

    @cached_property
    def _seats(self) -> Mapping[Player, int]:
        return {name: place for place, name in enumerate(self.history.start.players)}

    def _say(self, key: str, **variables: object) -> str:
        return PHRASES.say(key, self.history.language, **variables)


def _kind(step: Step) -> Literal["heard", "learned", "asked"]:
    match step:
        case EvidenceTaken():
            return "heard"
        case Learned():
            return "learned"
        case ChainsRetrieved():
            return "asked"
    assert_never(step)
