"""A retrieval's result: in words, on record, and as a model infers it (GRATR, 3.3.3, appendix D.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, JsonValue, create_model

from parlour.agents import AgentContext, Observation, Thought, attempt, together
from parlour.core import Player, Request
from parlour.language.wording import GamePhrases
from parlour.llm import Language, Part, Prompt, Source, Templates
from parlour.methods.gratr.evidence import Evidence, Stance
from parlour.methods.gratr.knowledge import Certainty, ClaimedRoles, RoleClassification
from parlour.methods.gratr.nodes import Told
from parlour.methods.gratr.reader import Inferred, RetrievedTrust
from parlour.methods.gratr.retrieval import Chain, Explanation, Hop
from parlour.methods.gratr.trust_graph import TrustGraph

MOST = 3
"""The most items of evidence about one player."""
_DIGITS = 3

_TEMPLATES = Templates("parlour.methods.gratr")


def summarize(
    graph: TrustGraph,
    explained: Sequence[Explanation],
    language: Language,
    claims: ClaimedRoles | None = None,
    concluded: Mapping[Player, Inference] | None = None,
) -> str:
    """Tells how far each candidate is trusted, what they are said to be, and why.

    The appendix has a model put this into a summary and its reasons, one call per player (D.2). Where a model
    did so its words stand here; else a form of words tells the evidence itself.
    """
    candidates = [
        {**candidate(graph, explanation, claims), "concluded": (concluded or {}).get(explanation.target)}
        for explanation in explained
    ]
    return _TEMPLATES.speak("trust", language, candidates=candidates)


def candidate(graph: TrustGraph, why: Explanation, claims: ClaimedRoles | None) -> dict[str, object]:
    """Returns what templates tell of one candidate."""
    return {
        "name": why.target,
        "trust": why.after,
        "stance": graph.stance(why.target).value,
        "is_certain": graph.nodes[why.target].is_certain,
        "claims": _claims(why.target, claims),
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
        for chain in sorted(why.used_chains, key=lambda chain: -abs(chain.weight))
    ]


def _claims(player: Player, claims: ClaimedRoles | None) -> list[dict[str, object]]:
    statements = claims.of(player)[:MOST] if claims else ()
    return [
        {"is_own": statement.is_own, "by": statement.by, "role": claims.role_word(statement.role)}
        for statement in statements
        if claims
    ]


def telling(explained: Explanation, graph: TrustGraph) -> list[Evidence]:
    """Returns the latest item of each hop by weight of chain, and the item that set the trust."""
    if graph.parameters.trust != "graph":
        evidence = (edge.evidence for edge in graph.nodes[explained.target].heard.values())
        return sorted((items[-1] for items in evidence if items), key=lambda item: -item.event)[:MOST]
    chains = sorted(explained.used_chains, key=lambda chain: -abs(chain.weight))
    items = [hop.edge.evidence[-1] for chain in chains for hop in reversed(chain.hops)]
    ground = explained.grounds[explained.target]
    if isinstance(ground, Told):
        items.append(ground.evidence)
    unique: dict[tuple[Player, Player, int], Evidence] = {}
    for item in items:
        unique.setdefault((item.by, item.about, item.event), item)
    return list(unique.values())[:MOST]


def taken_in(
    read: Sequence[int],
    evidence: Sequence[Evidence],
    certainties: Sequence[Certainty],
    claims: Sequence[RoleClassification] = (),
) -> Thought:
    """Returns the record of all evidence, certainties and claims of one turn."""
    items: list[JsonValue] = [item.model_dump(mode="json") for item in evidence]
    sure: list[JsonValue] = [dict(certainty.body) for certainty in certainties]
    body: dict[str, JsonValue] = {"read": list(read), "items": items, "known": sure}
    if claims:
        body["claims"] = [claim.model_dump(mode="json") for claim in claims]
    return Thought(kind="evidence", body=body)


def trust(graph: TrustGraph, case: str) -> Thought:
    """Returns the record of the trust in each player, rounded."""
    return Thought(
        kind="trust",
        case=case,
        body={player: round(value, _DIGITS) for player, value in graph.trust.items() if player != graph.me},
    )


def retrieval(explained: Sequence[Explanation], case: str) -> Thought | None:
    """Returns the record of the changes by the retrievals of one turn; None if nothing changed."""
    changed = [explanation for explanation in explained if explanation.used_chains]
    body: dict[str, JsonValue] = {explanation.target: _change(explanation) for explanation in changed}
    return Thought(kind="retrieval", case=case, body=body) if body else None


def _change(explained: Explanation) -> JsonValue:
    return {
        "before": explained.before,
        "after": explained.after,
        "is_clipped": explained.is_clipped,
        "chains": [_chain(chain) for chain in explained.used_chains],
        "corrected": [
            {
                "by": change.by,
                "about": change.about,
                "before": change.before,
                "after": change.edge.corrections[-1].value,
            }
            for change in explained.corrected
        ],
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


def graph_thought(graph: TrustGraph, case: str) -> Thought:
    """Returns the record of the whole graph: each trust with its reason, each edge with its events."""
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


WORDS = 60
"""How long a summary and its reasoning may be, each, in words of English."""
_CHINESE_WORDS = 100


class Inference(BaseModel):
    """A model's conclusion about one player: output 1 and 2 of appendix D.2."""

    identity: str
    summary: Annotated[str, Field(min_length=1, max_length=600), Inferred(part="summary")]
    reasoning: Annotated[str, Field(min_length=1, max_length=800), Inferred(part="reasoning")]


@lru_cache(maxsize=64)
def inference_form(identities: tuple[str, ...]) -> type[Inference]:
    """Returns the form of a reply that chooses one of these identities."""
    identity: Any = Annotated[Literal[identities], Inferred(part="identity")]
    return create_model("Inference", __base__=Inference, identity=(identity, ...))


@dataclass(frozen=True, kw_only=True)
class Inferences:
    """Asks the model for a summary of each retrieval: one call per target, all at once.

    As in appendix D.2 a prompt holds the trust and the chains of evidence, and no talk; before them stands
    what every prompt of the player begins with, its rules and papers.
    """

    observation: Observation

    async def draw(
        self,
        request: Request,
        graph: TrustGraph,
        explained: Sequence[Explanation],
        claims: ClaimedRoles,
        context: AgentContext,
    ) -> Mapping[Player, Inference]:
        """Returns the inference about each target; one that cannot be read is a fault, and left out."""
        mind, form = self.observation.seat.require_model(), inference_form(self._identities)
        prompts = [self._prompt(request, graph, why, claims) for why in explained]
        replies = await together([attempt(mind.parse(prompt, form)) for prompt in prompts])
        inferences: dict[Player, Inference] = {}
        for why, reply in zip(explained, replies, strict=True):
            if isinstance(reply, Inference):
                inferences[why.target] = reply
            else:
                context.fault("inference", f"{why.target}: {reply}")
        if inferences:
            body = {player: inference.model_dump(mode="json") for player, inference in inferences.items()}
            context.think(Thought(kind="inference", case=request.case, body=body))
        return inferences

    def name(self, identity: str) -> str:
        """Returns the words for an identity; a stance has those of the template."""
        seat = self.observation.seat
        return GamePhrases(seat.game.name, seat.language).role(identity) if seat.roles else identity

    @property
    def _identities(self) -> tuple[str, ...]:
        return tuple(self.observation.seat.roles) or tuple(stance.value for stance in Stance)

    def _prompt(self, request: Request, graph: TrustGraph, why: Explanation, claims: ClaimedRoles) -> Prompt:
        seat = self.observation.seat
        text = _TEMPLATES.speak(
            "retrieved", seat.language, each=candidate(graph, why, claims), chains=chains(why)
        )
        origin = "truth" if graph.parameters.trust == "oracle" else "thought"
        identities = [(identity, self.name(identity)) for identity in self._identities]
        task = _TEMPLATES.speak(
            "infer",
            seat.language,
            name=why.target,
            identities=identities,
            has_roles=bool(seat.roles),
            words=_CHINESE_WORDS if seat.language == "zh" else WORDS,
        )
        return Prompt(
            player=seat.player,
            request=request.id,
            purpose="inference",
            language=seat.language,
            system=self.observation.head(),
            user=(
                Part(
                    text=text,
                    source=Source(origin=origin, owner=seat.player),
                    purpose=self._mark(graph, why),
                ),
                Part(text=task),
            ),
        )

    def _mark(self, graph: TrustGraph, why: Explanation) -> RetrievedTrust:
        seat, stance = self.observation.seat, graph.stance(why.target)
        identity: str = stance.value
        if seat.roles:
            sides = seat.game.roles
            own_side = sides.get(self.observation.role or "")
            is_ally = (
                stance is not Stance.ADVERSARY
                if not seat.game.is_hidden(self.observation.role)
                else stance is Stance.ALLY
            )
            dealt = [role for role in sides if role in seat.roles] or [*seat.roles]
            fitting = [role for role in dealt if (sides.get(role) == own_side) == is_ally]
            identity = max(fitting or dealt, key=lambda role: seat.roles[role])
        reasons = tuple(item.reason for item in telling(why, graph))
        return RetrievedTrust(
            about=why.target,
            trust=why.after,
            identity=identity,
            name=self.name(identity) if seat.roles else "",
            stance=stance.value,
            reasons=reasons,
        )
