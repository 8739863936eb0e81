"""What is remembered of several hidden questions stands in their order, whichever was answered first."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.agents import Recollection
from parlour.core import Case, Request, request_kinds
from parlour.methods.think_thrice.method import Steps, TimelineMemory
from tests.agents.seats import Slate

SPEAK = Request(id="1.speak.Ann", step=1, player="Ann", kind=request_kinds.SPEAK, words=50)


def test_the_first_question_comes_first_though_it_was_answered_last(monkeypatch: pytest.MonkeyPatch):
    weighed: list[str] = []

    async def extract(self: Steps, request: Request, case: str) -> list[str]:
        await asyncio.sleep(0.02 if case == "evil" else 0)
        return [f"of {case}"]

    async def select(
        self: Steps, request: Request, shared: Recollection, timelines: Sequence[str]
    ) -> list[str]:
        weighed.extend(timelines)
        return []

    async def recall(request: Request) -> Recollection:
        return Recollection(parts=(), until=0, room=0)

    monkeypatch.setattr(Steps, "extract", extract)
    monkeypatch.setattr(Steps, "select", select)
    cases = tuple(Case(name=name, candidates=("Bo", "Cy")) for name in ("evil", "merlin"))
    observation: Any = SimpleNamespace(place=SimpleNamespace(cases=cases))
    writer: Any = SimpleNamespace(recall=recall)
    asyncio.run(TimelineMemory(observation=observation, writer=writer).consider(SPEAK, Slate()))
    assert weighed == ["of evil", "of merlin"]
