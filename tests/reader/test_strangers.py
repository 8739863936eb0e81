"""A method from elsewhere, whose form says nothing of itself, is seated with the reader and plays on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, create_model

from parlour.agents import Agent, AgentContext, Assembly, Brief, Observation, SeatContext, Thought, Writer
from parlour.arena import seating
from parlour.core import Action, Event, Request
from parlour.llm import Part
from tests.arena.playing import play, played_again, purposes, recorded
from tests.golden.matches import CASES


class Mood(BaseModel):
    """A part of a form."""

    word: Annotated[str, Field(max_length=20)]
    heat: Annotated[int, Field(ge=1, le=5)]


@dataclass(frozen=True, kw_only=True)
class Swaying:
    """Asks before each choice where the wind blows."""

    observation: Observation

    def notice(self, event: Event) -> None:
        """The observation keeps what is heard."""

    async def consider(self, request: Request, context: AgentContext) -> Brief | None:
        seat = self.observation.seat
        fields: dict[str, Any] = {"leader": (Literal[seat.players], ...), "mood": (Mood, ...)}
        prompt = self.observation.prompt(
            request, "sway", await self.observation.recall(request, "?"), Part(text="Which way do they lean?")
        )
        found = await seat.require_model().parse(prompt, create_model("Sway", **fields))
        context.think(Thought(kind="sway", body=found.model_dump()))
        return None

    async def revise(self, request: Request, draft: Action, context: AgentContext) -> Action:
        return draft


@dataclass(frozen=True, kw_only=True)
class Bandwagon:
    name: str = "bandwagon"
    summary: str = "goes where the wind blows"
    wants_model: bool = True
    protocol: int = 1

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        seen = Observation(seat=place)
        writer = Writer(observation=seen, model=place.require_model())
        return Assembly(observation=seen, modules=(Swaying(observation=seen),), writer=writer)


@pytest.mark.parametrize("name", ["mystery en plain", "werewolf zh plain", "onenight en plain"])
def test_a_form_from_elsewhere_stops_no_match_and_its_record_says_that_it_was_not_marked(
    name: str, monkeypatch: pytest.MonkeyPatch
):
    def found(_: str) -> Bandwagon:
        return Bandwagon()

    monkeypatch.setattr(seating, "find_method", found)
    setup = CASES[name]()
    record = recorded(setup, play(setup))
    assert record.status == "finished"
    assert not record.faults
    asked = purposes(record.calls)
    assert asked["sway-unmarked"] > 0
    assert [purpose for purpose in asked if purpose.endswith("-unmarked")] == ["sway-unmarked"]
    assert played_again(record).is_identical
