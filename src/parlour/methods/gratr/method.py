"""GRATR as a method: its options, its presets, and the assembly of an agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Self, cast

from pydantic import BaseModel, Field, JsonValue, ModelWrapValidatorHandler, TypeAdapter, model_validator

from parlour.agents import (
    Agent,
    Assembly,
    Held,
    Measure,
    Notes,
    Observation,
    Paper,
    Preset,
    Readings,
    SeatContext,
    Writer,
    read_options,
)
from parlour.agents.modules import WindowOptions
from parlour.core import Player
from parlour.methods.gratr.deliberation import Deliberation
from parlour.methods.gratr.evidence import STRONGEST, Parameters
from parlour.methods.gratr.statement_reader import StatementReader
from parlour.methods.gratr.summary import Inferences

_TABLES = {"window": "15", "counts": "messages", "roles": "unread"}
PRINTED: Mapping[str, str] = {
    **_TABLES,
    "prior": "0",
    "starts": "trusted",
    "weight": "printed",
    "replace": "always",
    "backward": "last",
    "summary": "call",
}
"""The equations and algorithms of the paper as they are printed."""
RELEASED: Mapping[str, str] = {
    **_TABLES,
    "starts": "decided",
    "weight": "product",
    "replace": "larger",
    "backward": "several",
    "merging": "nested",
    "summary": "template",
}
"""What the authors' released code computes, as far as Parlour has options for it."""

_RETRIEVING = ("width", "gamma", "arrive")
"""Options that only a retrieval uses, and no preset sets."""


class GratrOptions(WindowOptions, Parameters):
    """The settings of GRATR, spelled `gratr:merging=false,width=2`; the ablations leave parts of it out.

    GRATR-1 is `merging=false`, GRATR-2 `hops=false`, GRATR-3 `backward=false`.

    Attributes:
        as: `printed` sets what the paper prints, `released` what its authors' code computes;
            an option beside it takes the place of that one (`PRINTED`, `RELEASED`, docs/departures.md).
        ask: `best` lets the model choose the addressee (the paper has no questions); `all` asks each other
            player once per round and case, as far as the game allows so many questions.
        window: how many of the latest are shown; the graph keeps what older ones meant.
        action: the score, 0 to 10, of a public act of one player on another: a vote, a shot, a
            werewolf's choice of prey, a protection that is seen. No model reads these. The examples of
            appendix D.1 give such acts 10.
        self_defence: whether what speakers say of themselves is evidence about them. The appendix allows it,
            but by eq. 2 a firm "I am innocent" alone would make a stranger an ally (0.5 * 0.9 = 0.45).
        roles: whether statements are also read for the role that they give to their speaker or to others,
            R(p_j) of algorithm 1, line 2. `unread`, as appendix D.1 is printed. `read`: it is remembered and
            told with each decision; of two who claim a role that is dealt once each attacks the other as
            firmly as they claim it, c(p_i, p_j) = -s_i / 10, and an agent that has the role itself attacks
            each claimant with c = -1 (ours, `ClaimedRoles`). Without dealt roles it changes nothing.
        summary: how a decision is told the result of a retrieval. `call`, as printed: a model summarises it
            and infers who each target is, one call per target (3.3.3, D.2). `template`: a form of words tells
            trust and evidence, without a call.
        notes: `shuffled` is a placebo of an experiment: the trust and evidence in a decision's prompt are
            those of other players, as the match seed permutes them. The graph itself stays.
    """

    paper: Literal["printed", "released"] | None = Field(default=None, alias="as")
    action: float = Field(default=STRONGEST, ge=0, le=STRONGEST)
    self_defence: bool = False
    roles: Literal["unread", "read"] = "unread"
    summary: Literal["call", "template"] = "template"
    notes: Notes = "own"

    @model_validator(mode="wrap")
    @classmethod
    def _as_a_paper(cls, options: object, handler: ModelWrapValidatorHandler[Self]) -> Self:
        if not isinstance(options, Mapping):
            return handler(options)
        options = cast("Mapping[str, object]", options)
        preset = {"printed": PRINTED, "released": RELEASED}.get(str(options.get("as")), {})
        chosen = handler({**preset, **options})
        if chosen.trust != "graph" and (idle := [name for name in _RETRIEVING if name in options]):
            raise ValueError(f"{idle[0]} is of a retrieval, and trust={chosen.trust} makes none")
        if "rho" in options and chosen.merging == "false":
            raise ValueError("rho fades merged evidence, and merging=false merges none")
        if "gamma" in options and chosen.backward == "false":
            raise ValueError("gamma is of the backward update, and backward=false makes none")
        if "arrive" in options and not chosen.hops:
            raise ValueError("arrive says where a chain of several hops goes, and hops=false makes none")
        return chosen

    @property
    def parameters(self) -> Parameters:
        """The parameters of the graph."""
        return Parameters.model_validate(self.model_dump(include=set(Parameters.model_fields)))


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


_TRUST = TypeAdapter(dict[Player, float])


def _trust(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    for about, value in _TRUST.validate_python(body).items():
        yield Held(about=about, value=value)


def _spell(value: float) -> str:
    text = f"{value:+.2f}".replace("-", "−")
    return "0" if text.endswith("0.00") else text


READINGS = Readings(
    measures=(
        Measure(
            kind="trust", read=_trust, spell=_spell, suspicion=lambda value: -value, rank=3, is_fine=True
        ),
    )
)


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
        """Returns True if it reads the true sides (`trust=oracle`)."""
        return read_options(GratrOptions, self.name, options).trust == "oracle"

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(GratrOptions, self.name, options)
        observation = Observation(seat=seat, attention=chosen.attention, notes=chosen.notes)
        reader = StatementReader(
            seat=seat,
            self_defence=chosen.self_defence,
            action=chosen.action,
            roles=tuple(seat.roles) if chosen.roles == "read" else (),
        )
        deliberation = Deliberation(
            observation=observation,
            reader=reader,
            parameters=chosen.parameters,
            inferences=Inferences(observation=observation) if chosen.summary == "call" else None,
        )
        return Assembly(
            observation=observation,
            modules=[deliberation, *chosen.modules(seat)],
            writer=Writer(observation=observation, model=seat.require_model()),
        )


METHOD = Gratr()
