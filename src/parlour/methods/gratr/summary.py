"""What a retrieval found, in words for the decision and as thoughts for the record (GRATR, section 3.3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from parlour.agents import Thought
from parlour.core import Player
from parlour.llm import Language, Templates
from parlour.methods.gratr.certainty import Certainty
from parlour.methods.gratr.chains import Chain, Hop
from parlour.methods.gratr.claims import ClaimedRoles, RoleClassification
from parlour.methods.gratr.evidence import Evidence
from parlour.methods.gratr.explanation import Corrected, Explanation
from parlour.methods.gratr.nodes import Told
from parlour.methods.gratr.trust_graph import TrustGraph

MOST = 3
"""How many items of evidence are told about one player."""
_DIGITS = 3

_TEMPLATES = Templates("parlour.methods.gratr")


@dataclass(frozen=True, kw_only=True)
class Concluded:
    """What a model concluded about a player, for the decision (D.2).

    Attributes:
        identity: what it takes the player for, in words; empty where it is a stance, which is told anyway.
        summary: its summary.
        reasoning: its reasons.
    """

    identity: str
    summary: str
    reasoning: str


def told(
    graph: TrustGraph,
    explained: Sequence[Explanation],
    language: Language,
    claims: ClaimedRoles | None = None,
    concluded: Mapping[Player, Concluded] | None = None,
) -> str:
    """Tells how far each candidate is trusted, what they are said to be, and why.

    The appendix has a model put this into a summary and its reasons, one call per player (D.2). Where a model
    did so its words stand here; else a form of words tells the evidence itself.
    """
    candidates = [
        {**candidate(graph, each, claims), "concluded": (concluded or {}).get(each.target)}
        for each in explained
    ]
    return _TEMPLATES.speak("trust", language, candidates=candidates)


def candidate(graph: TrustGraph, why: Explanation, claims: ClaimedRoles | None) -> dict[str, object]:
    """Returns what templates tell of one candidate."""
    return {
        "name": why.target,
        "trust": why.after,
        "stance": graph.stance(why.target).value,
        "is_certain": graph.nodes[why.target].is_certain,
        "claims": _claimed(why.target, claims),
        "evidence": telling(why, graph),
    }


def chains(why: Explanation) -> list[dict[str, object]]:
    """Returns the chains that bear on a trust, the weightiest first, with the latest item of each hop."""
    return [
        {
            "start": chain.players[0],
            "trust": chain.trust,
            "items": [hop.edge.evidence[-1] for hop in chain.hops if hop.edge.evidence],
        }
        for chain in sorted(why.used, key=lambda chain: -abs(chain.weight))
    ]


def _claimed(player: Player, claims: ClaimedRoles | None) -> list[dict[str, object]]:
    """R(p_j) in words: what the player claims to be, and the latest that others said of it."""
    said = claims.of(player)[:MOST] if claims else ()
    return [{"is_own": one.is_own, "by": one.by, "role": claims.called(one.role)} for one in said if claims]


def telling(explained: Explanation, graph: TrustGraph) -> list[Evidence]:
    """The latest item of each hop, the weightiest chain first; and the item that the trust rested on.

    A trust that is no graph's is told with the latest that was said of the player.
    """
    if graph.parameters.trust != "graph":
        heard = (edge.evidence for edge in graph.nodes[explained.target].heard.values())
        return sorted((items[-1] for items in heard if items), key=lambda item: -item.event)[:MOST]
    chains = sorted(explained.used, key=lambda chain: -abs(chain.weight))
    items = [hop.edge.evidence[-1] for chain in chains for hop in reversed(chain.hops)]
    ground = explained.grounds[explained.target]
    if isinstance(ground, Told):
        items.append(ground.evidence)
    seen: dict[tuple[Player, Player, int], Evidence] = {}
    for item in items:
        seen.setdefault((item.by, item.about, item.event), item)
    return list(seen.values())[:MOST]


def taken_in(
    read: Sequence[int],
    evidence: Sequence[Evidence],
    known: Sequence[Certainty],
    claims: Sequence[RoleClassification] = (),
) -> Thought:
    """All that was read and learned on one turn, word for word.

    Args:
        read: the numbers of the statements that were read, those without evidence too. Others may have read
            them by the same calls: those stand on record under the name of the model.
        evidence: what was found in them, and in deeds.
        known: what leaves no doubt.
        claims: who was said to have which role; on record only where there are any.
    """
    items: list[JsonValue] = [item.model_dump(mode="json") for item in evidence]
    sure: list[JsonValue] = [dict(each.body) for each in known]
    body: dict[str, JsonValue] = {"read": list(read), "items": items, "known": sure}
    if claims:
        body["claims"] = [claim.model_dump(mode="json") for claim in claims]
    return Thought(kind="evidence", body=body)


def trust(graph: TrustGraph, case: str) -> Thought:
    """How far everybody is trusted, rounded."""
    return Thought(
        kind="trust",
        case=case,
        body={player: round(value, _DIGITS) for player, value in graph.trust.items() if player != graph.me},
    )


def retrieval(explained: Sequence[Explanation], case: str) -> Thought | None:
    """What the retrievals of one turn changed; None if nothing."""
    changed = [each for each in explained if each.used]
    body: dict[str, JsonValue] = {each.target: _change(each) for each in changed}
    return Thought(kind="retrieval", case=case, body=body) if body else None


def _change(explained: Explanation) -> JsonValue:
    return {
        "before": explained.before,
        "after": explained.after,
        "is_clipped": explained.is_clipped,
        "chains": [_chain(chain) for chain in explained.used],
        "corrected": [_corrected(change) for change in explained.corrected],
    }


def _chain(chain: Chain) -> JsonValue:
    return {
        "players": list(chain.players),
        "trust": chain.trust,
        "hops": [_hop(hop) for hop in chain.hops],
        "value": chain.value,
        "product": chain.product,
        "uncertainty": chain.uncertainty,
        "weight": chain.weight,
    }


def _hop(hop: Hop) -> JsonValue:
    return {
        "by": hop.by,
        "about": hop.about,
        "trust": hop.trust,
        "value": hop.value,
        "events": [item.event for item in hop.edge.evidence],
    }


def _corrected(change: Corrected) -> JsonValue:
    correction = change.edge.corrections[-1]
    return {"by": change.by, "about": change.about, "before": change.before, "after": correction.value}


def drawn(graph: TrustGraph, case: str) -> Thought:
    """The whole graph: each trust and what it rests on, each edge with the events of its evidence."""
    nodes: dict[str, JsonValue] = {
        player: {"trust": node.trust, "ground": node.ground.kind} for player, node in graph.nodes.items()
    }
    return Thought(kind="graph", case=case, body={"nodes": nodes, "edges": list(_edges(graph))})


def _edges(graph: TrustGraph) -> Iterator[JsonValue]:
    for about, node in graph.nodes.items():
        for by, edge in node.heard.items():
            yield {
                "by": by,
                "about": about,
                "value": edge.value(graph.parameters),
                "correction": edge.correction,
                "events": [item.event for item in edge.evidence],
            }
