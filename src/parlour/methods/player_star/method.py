"""PLAYER* as a method: an inquiry into every case, and a writer of its questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import BaseModel, JsonValue, TypeAdapter

from parlour.agents import (
    Agent,
    AgentContext,
    Assembly,
    Brief,
    BufferedContext,
    Held,
    Measure,
    Module,
    Observation,
    Paper,
    Preset,
    Readings,
    SeatContext,
    Writer,
    read_options,
    together,
)
from parlour.core import Event, Player, Request, event_kinds, request_kinds
from parlour.methods.player_star.inquiry import Inquiry
from parlour.methods.player_star.options import PRESETS, PlayerStarOptions
from parlour.methods.player_star.sensors import INFORMATION, SENSORS, Sensor

DEPARTURES = (
    "n rounds are played, not n + 1",
    "a whole text is read where it fits its budget, and retrieved only beyond",
    "the prompt that revises the culprit's profile is ours",
)
"""The departures from the papers with the options of either."""
MEASURED = tuple(
    Preset(
        paper=paper,
        name=year,
        options={"choice": "score", **{name: str(value) for name, value in options.items()}},
        departures=DEPARTURES,
    )
    for paper in ("zhu-2024", "zhu-2025")
    for year, options in PRESETS.items()
)
"""Which of the two versions was measured is not clear: both papers print the same numbers."""


@dataclass(frozen=True, kw_only=True)
class Investigation(Module):
    """The module that chooses addressees and suspects."""

    player: str
    options: PlayerStarOptions
    inquiries: Mapping[str, Inquiry]
    reflects: bool
    events: list[Event]

    def notice(self, event: Event) -> None:
        """Stores an event that the player has seen, and the addressee of its own question."""
        self.events.append(event)
        if event.kind is event_kinds.ASKED and event.actor == self.player and event.to and event.case:
            self.inquiries[event.case].questioned.append(event.to)

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        """Reads sensors before a round, chooses addressees in it, and refines the suspects after it."""
        match request.kind:
            case request_kinds.PREPARE if "turn" in self.options.sense:
                return None
            case request_kinds.PREPARE | request_kinds.REFLECT:
                await self._think_over_all(request, context)
                return None
            case request_kinds.ASK:
                return await self._choose(self.inquiries[request.case or ""], request, context)
            case request_kinds.SPEAK if self.inquiries:
                return await self._address(next(iter(self.inquiries.values())), request, context)
            case request_kinds.VOTE if inquiry := self.inquiries.get(request.case or ""):
                if inquiry.pruned != request.round and not (
                    self.reflects and self.options.prune == "between"
                ):
                    await inquiry.prune(request, context)
                elif self.options.rereads and inquiry.reread_in != request.round:
                    await inquiry.reread(request, context)
                return Brief(parts=(inquiry.summary(),))
            case kind if kind.judges or (kind.target and kind.seeks):
                return Brief(parts=tuple(inquiry.summary() for inquiry in self.inquiries.values()))
            case _:
                return None

    async def _think_over_all(self, request: Request, context: AgentContext) -> None:
        step = Inquiry.prepare if request.kind is request_kinds.PREPARE else Inquiry.prune
        notes = {name: BufferedContext(context=context) for name in self.inquiries}
        await together([step(inquiry, request, notes[name]) for name, inquiry in self.inquiries.items()])
        for note in notes.values():
            note.hand_in()

    async def _address(self, inquiry: Inquiry, request: Request, context: AgentContext) -> Brief:
        if inquiry.prepared != request.round:
            await inquiry.prepare(request, context)
        choice = inquiry.choose(request, context)
        if choice:
            inquiry.questioned.append(choice)
        return Brief(parts=(inquiry.summary(),), choice=choice)

    async def _choose(self, inquiry: Inquiry, request: Request, context: AgentContext) -> Brief:
        if inquiry.prepared != request.round:
            await inquiry.prepare(request, context)
        choice = inquiry.choose(request, context)
        if choice is None:
            return Brief(passes=True)
        return Brief(
            parts=(inquiry.summary(only=choice),), choice=choice, recollection=inquiry.recollect(choice)
        )


_SENSED = TypeAdapter(dict[Player, dict[str, str]])
_LISTED = TypeAdapter(tuple[Player, ...])


def _sensors(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    """Yields the share of the sensors that point at each player, in [0, 1]."""
    for about, sensed in _SENSED.validate_python(body.get("readings")).items():
        answers = {name: word for name, word in sensed.items() if name not in ("why", INFORMATION)}
        if answers:
            against = [name for name, word in answers.items() if word == SENSORS[Sensor(name)].against]
            reasons = (", ".join(f"{name}: {word}" for name, word in answers.items()), sensed.get("why"))
            yield Held(about=about, value=len(against) / len(answers), why=" · ".join(filter(None, reasons)))


def _suspects(body: Mapping[str, JsonValue]) -> Iterator[Held]:
    before, after = (_LISTED.validate_python(body.get(name)) for name in ("before", "after"))
    for about in dict.fromkeys((*before, *after)):
        yield Held(about=about, value=float(about in after))


READINGS = Readings(
    measures=(
        Measure(kind="sensors", read=_sensors, spell="{:.0%}".format, suspicion=float),
        Measure(
            kind="suspects",
            read=_suspects,
            spell=lambda value: "●" if value else "○",
            suspicion=float,
            rank=1,
        ),
    )
)


@dataclass(frozen=True, kw_only=True)
class PlayerStar:
    """Seats PLAYER* agents.

    Murderers question as the others do, with the added pretence that their prompts ask for (section 4.1), and
    so do werewolves.
    """

    name: str = "player-star"
    summary: str = "PLAYER*: sensors, suspect lists and information gain decide whom to ask"
    wants_model: bool = True
    protocol: int = 1
    form: type[BaseModel] = PlayerStarOptions
    papers: tuple[Paper, ...] = (
        Paper(
            key="zhu-2025",
            title="PLAYER*: Enhancing LLM-based Multi-Agent Communication and Interaction in "
            "Murder Mystery Games",
            authors=("Qinglin Zhu and Runcong Zhao and Bin Liang and Jinhua Du and Lin Gui and Yulan He"),
            year=2025,
        ),
        Paper(
            key="zhu-2024",
            title="Questioning the Unknown: Optimising Multi-Agent Collaboration in Narrative-Driven Games",
            authors="Qinglin Zhu and Runcong Zhao and Jinhua Du and Lin Gui and Yulan He",
            year=2024,
        ),
    )
    presets: tuple[Preset, ...] = MEASURED
    readings: Readings = READINGS

    def is_control(self, options: Mapping[str, str]) -> bool:
        """Returns True if it reads the players' future answers (`choice=exact`)."""
        return read_options(PlayerStarOptions, self.name, options).choice == "exact"

    def questions_everybody(self, options: Mapping[str, str]) -> bool:
        """Returns True if it questions every suspect each round (`ask=suspects`, 2024)."""
        return read_options(PlayerStarOptions, self.name, options).ask == "suspects"

    def seat(self, seat: SeatContext, options: Mapping[str, str]) -> Agent:
        """Returns an agent for that seat."""
        chosen = read_options(PlayerStarOptions, self.name, options)
        chosen.check_use()
        observation = Observation(seat=seat, notes=chosen.notes)
        events: list[Event] = []
        inquiries = {case.name: Inquiry.into(case, chosen, observation, events) for case in seat.cases}
        reflects = request_kinds.REFLECT in seat.game.requests
        return Assembly(
            observation=observation,
            modules=[
                Investigation(
                    player=seat.player, options=chosen, inquiries=inquiries, reflects=reflects, events=events
                )
            ],
            writer=Writer(observation=observation, model=seat.require_model()),
        )


METHOD = PlayerStar()
