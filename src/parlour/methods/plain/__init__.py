"""Zero-shot play: one call per decision, and no modules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel, Field

from parlour.agents import Agent, Assembly, Observation, Preset, SeatContext, Writer, read_options
from parlour.agents.modules import WindowOptions


class PlainOptions(WindowOptions):
    """The settings of plain play, spelled `plain:ask=all,window=15`.

    Attributes:
        window: the number of latest messages shown; by default all that fit.
    """

    window: int | None = Field(default=None, ge=1)


@dataclass(frozen=True, kw_only=True)
class Plain:
    """Seats agents that pass each request to their model unchanged.

    Agents that vote and answer without having played (PP and OP of the papers) use this method too. A
    question takes two calls, addressee and text, or one with `ask=all`; any other request takes one.
    """

    name: str = "plain"
    summary: str = "zero-shot: the model asks, replies and votes as it is, with nothing between"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = PlainOptions
    presets: tuple[Preset, ...] = (
        Preset(paper="trust-2025", name="Baseline", options={"window": "15", "counts": "messages"}),
        *(Preset(paper=paper, name="PP and OP") for paper in ("zhu-2024", "zhu-2025")),
    )

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(PlainOptions, self.name, options)
        observation = Observation(seat=seat, attention=chosen.attention)
        return Assembly(
            observation=observation,
            modules=chosen.modules(seat),
            writer=Writer(observation=observation, model=seat.require_model()),
        )


METHOD = Plain()
