"""NativeRAG as a method: plain play with a window, and older passages by their vectors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import Agent, Paper, Preset, SeatContext, read_options
from parlour.agents.modules import Native, RecallOptions


@dataclass(frozen=True, kw_only=True)
class NativeRag:
    """Seats agents that look up what was said before their window.

    Calls: those of plain play; the look-up asks no model.
    """

    name: str = "native-rag"
    summary: str = "NativeRAG: the latest of the talk, and what was said before by likeness to the question"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = RecallOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="lewis-2020",
            title="Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks",
            authors=(
                "Patrick Lewis and Ethan Perez and Aleksandra Piktus and Fabio Petroni and "
                "Vladimir Karpukhin and Naman Goyal and Heinrich Küttler and Mike Lewis and "
                "Wen-tau Yih and Tim Rocktäschel and others"
            ),
            year=2020,
            where="Advances in Neural Information Processing Systems",
        ),
    )
    presets: tuple[Preset, ...] = (
        Preset(paper="trust-2025", options={"window": "15", "counts": "messages", "among": "window"}),
    )

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(RecallOptions, self.name, options)
        return chosen.agent(seat, Native(ranking=seat.ranking, most=chosen.most))


METHOD = NativeRag()
