"""GRATR as a method: evidence is collected into a graph, and the graph is asked before each decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import Agent, Assembly, Observation, Preset, Readings, SeatContext, Writer, read_options
from parlour.methods.gratr.deliberation import Deliberation
from parlour.methods.gratr.options import PRINTED, RELEASED, GratrOptions
from parlour.methods.gratr.readings import READINGS
from parlour.methods.gratr.statement_reader import StatementReader

PRESETS = (
    Preset(paper="trust-2025", name="as printed", options=PRINTED),
    Preset(paper="trust-2025", name="as released", options=RELEASED),
)
"""The two readings of its retrieval, each with the window of its authors' released code.

Roles are unread in both: appendix D.1 asks for none, and what we make of counter-claims is ours (225).
"""


@dataclass(frozen=True, kw_only=True)
class Gratr:
    """Seats agents that reason over a graph of evidence.

    Calls: one per statement of another player, besides those of plain play. No call is made for votes and
    other acts, nor for the summary.
    """

    name: str = "gratr"
    summary: str = "GRATR: what others say becomes a graph of evidence that tells whom to trust, and why"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = GratrOptions
    presets: tuple[Preset, ...] = PRESETS
    readings: Readings = READINGS

    def is_control(self, options: Mapping[str, str]) -> bool:
        """Whether it is told the true sides (`trust=oracle`)."""
        return read_options(GratrOptions, self.name, options).trust == "oracle"

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        """An agent for that seat.

        Raises:
            SetupError: if an option is unknown or has no such value.
        """
        chosen = read_options(GratrOptions, self.name, options)
        observation = Observation(place=place, attention=chosen.attention, notes=chosen.notes)
        reader = StatementReader(
            place=place,
            self_defence=chosen.self_defence,
            action=chosen.action,
            roles=tuple(place.roles) if chosen.roles == "read" else (),
        )
        deliberation = Deliberation(observation=observation, reader=reader, parameters=chosen.parameters)
        return Assembly(
            observation=observation,
            modules=[deliberation, *chosen.modules(place)],
            writer=Writer(observation=observation, model=place.mind()),
        )


METHOD = Gratr()
