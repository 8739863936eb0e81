"""The ThinkThrice baseline as a method (Zhu et al. 2024, appendix C.3; Zhu et al. 2025, section 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import Agent, Assembly, Observation, Paper, Preset, SeatContext, Writer, read_options
from parlour.agents.modules import AskOptions
from parlour.core import request_kinds
from parlour.methods.think_thrice.timelines import TimelineMemory


@dataclass(frozen=True, kw_only=True)
class ThinkThrice:
    """Seats agents that look their memory through before they reply, and their reply after.

    Calls: one per victim and round for the timelines; per reply one for which of them it needs, the reply,
    one for whether they are in it, and a second reply where one is not. Where no timeline is known, or none
    is needed, the steps after are left out. A question takes one, with `ask=best` two: whom and what.
    In Werewolf a speech takes what a reply does, and one for the timelines.
    """

    name: str = "think-thrice"
    summary: str = "baseline: finds the timelines that a reply needs, and checks it for them (Wu et al. 2024)"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = AskOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="wu-2024",
            title="Deciphering Digital Detectives: Understanding LLM Behaviors and Capabilities in "
            "Multi-Agent Mystery Games",
            authors="Dekun Wu and Haochen Shi and Zhiyuan Sun and Bang Liu",
            year=2024,
            where="arXiv:2312.00746",
        ),
    )
    presets: tuple[Preset, ...] = tuple(
        Preset(paper=paper, options={"ask": "all"}) for paper in ("zhu-2024", "zhu-2025")
    )

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat.

        Raises:
            SetupError: if an option is unknown or has no such value.
        """
        chosen = read_options(AskOptions, self.name, options)
        observation = Observation(place=place)
        revisable = frozenset({request_kinds.REPLY, request_kinds.SPEAK})
        writer = Writer(observation=observation, model=place.mind(), revisable=revisable)
        return Assembly(
            observation=observation,
            modules=[*chosen.modules(place), TimelineMemory(observation=observation, writer=writer)],
            writer=writer,
        )


METHOD = ThinkThrice()
