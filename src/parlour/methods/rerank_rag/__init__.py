"""RerankRAG as a method: what lies nearest, put in order by the model itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from pydantic import BaseModel, Field, model_validator

from parlour.agents import Agent, Preset, SeatContext, read_options
from parlour.agents.modules import CANDIDATES, STEP, WINDOW, Native, RecallOptions, Reranked
from parlour.llm import Part


class RerankRagOptions(RecallOptions):
    """The settings of RerankRAG, spelled `rerank-rag:candidates=100`.

    Attributes:
        candidates: the number of passages ordered, those nearest to the question by their vectors.
        span: the number of them ordered by one call.
        step: the move of the next call, from the last towards the first.
    """

    candidates: int = Field(default=CANDIDATES, ge=2)
    span: int = Field(default=WINDOW, ge=2)
    step: int = Field(default=STEP, ge=1)

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.step >= self.span:
            raise ValueError("step must be less than span, so that the best of one call are in the next")
        return self


@dataclass(frozen=True, kw_only=True)
class RerankRag:
    """Seats agents whose model orders what was said before their window by what it is worth.

    Calls: those of plain play, and before each decision one for every `step` candidates beyond the first
    `span`, and one for those; none as long as the window holds everything.
    """

    name: str = "rerank-rag"
    summary: str = "RerankRAG: the latest of the talk, and of what was said before what the model ranks first"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = RerankRagOptions
    presets: tuple[Preset, ...] = (
        Preset(paper="trust-2025", options={"window": "15", "counts": "messages", "among": "window"}),
    )

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(RerankRagOptions, self.name, options)
        retrieval = Reranked(
            first=Native(ranking=seat.ranking, most=chosen.candidates),
            model=seat.require_model(),
            head=(Part(text=seat.rules),),
            names=seat.players,
            window=chosen.span,
            step=chosen.step,
            most=chosen.most,
        )
        return chosen.agent(seat, retrieval)


METHOD = RerankRag()
