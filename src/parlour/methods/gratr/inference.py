"""The model's summary and inference about each target of a retrieval (GRATR, section 3.3.3, appendix D.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, create_model

from parlour.agents import AgentContext, Observation, Thought, attempt, together
from parlour.core import Player, Request
from parlour.language.wording import GamePhrases
from parlour.llm import Part, Prompt, Source, Templates
from parlour.methods.gratr import summary
from parlour.methods.gratr.claims import ClaimedRoles
from parlour.methods.gratr.evidence import Stance
from parlour.methods.gratr.explanation import Explanation
from parlour.methods.gratr.reader import (
    InferredIdentity,
    InferredReasoning,
    InferredSummary,
    RetrievedTrust,
)
from parlour.methods.gratr.trust_graph import TrustGraph

WORDS = 60
"""How long a summary and its reasoning may be, each, in words of English."""
_CHINESE_WORDS = 100
_TEMPLATES = Templates("parlour.methods.gratr")


class Inference(BaseModel):
    """What a model concludes about one player: output 1 and 2 of appendix D.2.

    Attributes:
        identity: the inferred role or, where no roles are dealt by name, the stance.
        summary: the identity, the trust, and the evidence for both.
        reasoning: how the evidence leads there.
    """

    identity: str
    summary: Annotated[str, Field(min_length=1, max_length=600), InferredSummary()]
    reasoning: Annotated[str, Field(min_length=1, max_length=800), InferredReasoning()]


@lru_cache(maxsize=64)
def inferred(identities: tuple[str, ...]) -> type[Inference]:
    """Returns the form of a reply that chooses one of these identities."""
    identity: Any = Annotated[Literal[identities], InferredIdentity()]
    return create_model("Inference", __base__=Inference, identity=(identity, ...))


@dataclass(frozen=True, kw_only=True)
class Inferences:
    """Asks the model for a summary of each retrieval: one call per target, all at once.

    As in appendix D.2 a prompt holds the trust and the chains of evidence, and no talk; before them stands
    what every prompt of the player begins with, its rules and papers.

    Attributes:
        observation: what the player has been given and has heard.
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
        mind, form = self.observation.place.mind(), inferred(self._identities)
        prompts = [self._prompt(request, graph, why, claims) for why in explained]
        replies = await together([attempt(mind.parse(prompt, form)) for prompt in prompts])
        drawn: dict[Player, Inference] = {}
        for why, reply in zip(explained, replies, strict=True):
            if isinstance(reply, Inference):
                drawn[why.target] = reply
            else:
                context.fault("inference", f"{why.target}: {reply}")
        if drawn:
            body = {player: each.model_dump(mode="json") for player, each in drawn.items()}
            context.think(Thought(kind="inference", case=request.case, body=body))
        return drawn

    def name(self, identity: str) -> str:
        """Returns the words for an identity; a stance has those of the template."""
        place = self.observation.place
        return GamePhrases(place.game.name, place.language).role(identity) if place.roles else identity

    @property
    def _identities(self) -> tuple[str, ...]:
        return tuple(self.observation.place.roles) or tuple(each.value for each in Stance)

    def _prompt(self, request: Request, graph: TrustGraph, why: Explanation, claims: ClaimedRoles) -> Prompt:
        place = self.observation.place
        told, chains = summary.candidate(graph, why, claims), summary.chains(why)
        text = _TEMPLATES.speak("retrieved", place.language, each=told, chains=chains)
        origin = "truth" if graph.parameters.trust == "oracle" else "thought"
        identities = [(each, self.name(each)) for each in self._identities]
        task = _TEMPLATES.speak(
            "infer",
            place.language,
            name=why.target,
            identities=identities,
            has_roles=bool(place.roles),
            words=_CHINESE_WORDS if place.language == "zh" else WORDS,
        )
        return Prompt(
            player=place.player,
            request=request.id,
            purpose="inference",
            language=place.language,
            system=self.observation.head(),
            user=(
                Part(
                    text=text,
                    source=Source(origin=origin, owner=place.player),
                    purpose=self._mark(graph, why),
                ),
                Part(text=task),
            ),
        )

    def _mark(self, graph: TrustGraph, why: Explanation) -> RetrievedTrust:
        """Returns what the reader reads off the prompt."""
        place, stance = self.observation.place, graph.stance(why.target)
        identity: str = stance.value
        if place.roles:
            sides = place.game.roles
            mine = sides.get(self.observation.role or "")
            is_ally = stance is not Stance.ADVERSARY if not self._is_hidden else stance is Stance.ALLY
            dealt = [role for role in sides if role in place.roles] or [*place.roles]
            fitting = [role for role in dealt if (sides.get(role) == mine) == is_ally]
            identity = max(fitting or dealt, key=lambda role: place.roles[role])
        reasons = tuple(item.reason for item in summary.telling(why, graph))
        return RetrievedTrust(
            about=why.target,
            trust=why.after,
            identity=identity,
            name=self.name(identity) if place.roles else "",
            stance=stance.value,
            reasons=reasons,
        )

    @property
    def _is_hidden(self) -> bool:
        return self.observation.place.game.is_hidden(self.observation.role)
