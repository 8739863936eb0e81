"""LightRAG as a method: what was said before the window is read into a graph, which is asked by keywords."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parlour.agents import Agent, Preset, SeatContext, read_options
from parlour.agents.modules import RecallOptions
from parlour.llm import Part
from pydantic import BaseModel

from parlour_lightrag.library import Mode
from parlour_lightrag.light import Light


class LightRagOptions(RecallOptions):
    """The settings of LightRAG, spelled `light-rag:mode=mix`.

    Attributes:
        mode: how its library searches: by entities (`local`), by relations (`global`), by both (`hybrid`,
            as its paper does), or by the passages' vectors too (`mix`).
    """

    mode: Mode = "hybrid"


@dataclass(frozen=True, kw_only=True)
class LightRag:
    """Seats agents that keep a graph of what was said before their window.

    Calls: those of plain play, one for each passage that leaves the window, and one before each decision
    from then on.
    """

    name: str = "light-rag"
    summary: str = "LightRAG: the latest of the talk, and a graph of who and what was spoken of before"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = LightRagOptions
    presets: tuple[Preset, ...] = (
        Preset(paper="trust-2025", options={"window": "15", "counts": "messages", "among": "window"}),
    )

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat."""
        chosen = read_options(LightRagOptions, self.name, options)
        retrieval = Light(
            model=seat.require_model(),
            look_up=seat.require_look_up(),
            head=(Part(text=seat.rules),),
            names=seat.players,
            mode=chosen.mode,
            most=chosen.most,
        )
        return chosen.agent(seat, retrieval)


METHOD = LightRag()
