"""That the check of a match notices what is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any, cast

import pytest

from parlour.agents import Agent, AgentContext, SeatContext, Thought, find_method
from parlour.arena import Record, Status
from parlour.core import Action, Event, Registry, Request, read_asked
from parlour.evaluation import Leak
from parlour.experiments import conformance
from parlour.experiments.conformance import check_match, lay_alike

_counted = count()
_find = cast("Any", Registry).find


@dataclass(frozen=True, kw_only=True)
class Flawed:
    """Plays by lot, with a fault of one's choice."""

    flaw: str
    inner: Agent

    async def observe(self, event: Event) -> None:
        await self.inner.observe(event)

    async def act(self, request: Request, context: AgentContext) -> Action:
        if self.flaw == "illegal":
            return Action(chosen=("nobody",))
        context.think(Thought(kind="counted", body={"calls": next(_counted)}))
        return await self.inner.act(request, context)


@dataclass(frozen=True, kw_only=True)
class FlawedMethod:
    name: str
    summary: str = "plays by lot, with a flaw"
    wants_model: bool = False
    protocol: int = 1

    def seat(self, place: SeatContext, options: Mapping[str, str]) -> Agent:
        return Flawed(flaw=self.name, inner=find_method("random").seat(place, options))


@pytest.fixture
def flawed(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(self: Registry[Any], name: str) -> Any:
        return FlawedMethod(name=name) if name in ("illegal", "changing") else _find(self, name)

    monkeypatch.setattr(Registry, "find", find)


def test_a_match_that_goes_well_is_handed_back():
    record = check_match(lay_alike(read_asked({"name": "onenight", "rounds": 1}), "plain", language="zh"))
    assert record.status is Status.FINISHED
    assert {(seat.method, seat.model) for seat in record.setup.seats} == {("plain", "reader")}
    assert record.setup.language == "zh"


@pytest.mark.parametrize(
    ("method", "problem"), [("illegal", "decisions are at fault"), ("changing", "a replay differs")]
)
@pytest.mark.usefixtures("flawed")
def test_what_is_wrong_with_a_match_is_said(method: str, problem: str):
    with pytest.raises(AssertionError, match=problem):
        check_match(lay_alike(read_asked({"name": "onenight", "rounds": 1}), method))


def test_a_leak_is_said(monkeypatch: pytest.MonkeyPatch):
    leak = Leak(player="Ann", request="1", purpose="vote", problem="words of Bo's private papers")

    def audit(record: Record) -> list[Leak]:
        return [leak]

    monkeypatch.setattr(conformance, "audit", audit)
    with pytest.raises(AssertionError, match="1 prompts leak: Ann, vote: words of Bo"):
        check_match(lay_alike(read_asked({"name": "onenight", "rounds": 1}), "random"))
