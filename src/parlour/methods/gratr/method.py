"""GRATR as a method: evidence is collected into a graph, and the graph is asked before each decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from parlour.agents import (
    Agent,
    Assembly,
    Observation,
    Paper,
    Preset,
    Readings,
    SeatContext,
    Writer,
    read_options,
)
from parlour.methods.gratr.deliberation import Deliberation
from parlour.methods.gratr.inference import Inferences
from parlour.methods.gratr.options import PRINTED, RELEASED, GratrOptions
from parlour.methods.gratr.readings import READINGS
from parlour.methods.gratr.statement_reader import StatementReader

_DEPARTURES = (
    "statements are read once for all seats, with words of ours for appendix D.1",
    "a correction of eq. 9 survives later merging, and is left out where T(p_{o-1}) is below epsilon",
    "a werewolf that knows every side trusts no known foe above 0",
)
"""What departs in either preset."""
PRESETS = (
    Preset(
        paper="trust-2025",
        name="as printed",
        options=PRINTED,
        departures=(*_DEPARTURES, "the role classification R(p_j) is not read, since no equation takes it"),
    ),
    Preset(
        paper="trust-2025",
        name="as released",
        options=RELEASED,
        departures=(
            *_DEPARTURES,
            "a prior of .5 stands for the released call that classifies roles and sets T",
            "chains follow the most trusted neighbour, where the released code follows every one",
            "merged evidence is merged again with each item; when the released code does so is our reading",
            "a template tells the result of a retrieval, in words like those of the released logs",
        ),
    ),
)
"""The two readings of its retrieval, each with the window of its authors' released code.

Roles are unread in both: appendix D.1 asks for none, and what we make of counter-claims is ours (225).
"""


@dataclass(frozen=True, kw_only=True)
class Gratr:
    """Seats agents that reason over a graph of evidence.

    Calls: one per statement of another player, besides those of plain play, and with `summary=call` one per
    candidate of a turn. No call is made for votes and other acts.
    """

    name: str = "gratr"
    summary: str = "GRATR: what others say becomes a graph of evidence that tells whom to trust, and why"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = GratrOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="trust-2025",
            title="GRATR: Zero-Shot Evidence Graph Retrieval-Augmented Trustworthiness Reasoning",
            authors="",
            year=2025,
            where="anonymous ACL submission",
        ),
    )
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
        deliberation = Deliberation(
            observation=observation,
            reader=reader,
            parameters=chosen.parameters,
            inferences=Inferences(observation=observation) if chosen.summary == "call" else None,
        )
        return Assembly(
            observation=observation,
            modules=[deliberation, *chosen.modules(place)],
            writer=Writer(observation=observation, model=place.mind()),
        )


METHOD = Gratr()
