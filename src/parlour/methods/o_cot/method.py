"""The O-CoT baseline as a method (Zhu et al. 2024, appendix C.3; Zhu et al. 2025, section 4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import Agent, Assembly, Observation, Preset, SeatContext, Writer, read_options
from parlour.agents.modules import AskOptions
from parlour.methods.o_cot.goals import Goals


@dataclass(frozen=True, kw_only=True)
class OCoT:
    """Seats agents that go through their goals before they ask.

    Calls: one per goal and round, each after the one before it; then one per question, and with `ask=best`
    one more, in which what was thought of the goals decides whom to ask. A reply takes one. In Werewolf: one
    per goal and speech, and those of plain play.
    """

    name: str = "o-cot"
    summary: str = "baseline: reflects goal by goal, then asks (objective-guided chain of thought)"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = AskOptions
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
        return Assembly(
            observation=observation,
            modules=[Goals(observation=observation), *chosen.modules(place)],
            writer=Writer(observation=observation, model=place.mind()),
        )


METHOD = OCoT()
