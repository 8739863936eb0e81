"""Calls in turn: one at a time, in order, the same replies, and everything else goes on in between."""

from __future__ import annotations

import asyncio

import pytest

from parlour.agents.memory import LazyRanking
from parlour.arena import RecordedCall, Setup, seated
from parlour.errors import UnknownModel
from parlour.llm import READER, MatchModels, ModelPool, open_provider
from parlour.store import MemoryLog
from parlour.web.pace import SerialProvider, opener
from tests.llm.loopback import Loopback
from tests.web.hosting.houses import setup


async def played(dealt: Setup, models: ModelPool) -> tuple[MemoryLog, list[str]]:
    """A match, and whether at each of its calls' ends something else had had its time since the last one."""
    log, between = MemoryLog(), list[str]()

    async def look_around() -> None:
        while True:
            between.append(str(len(log.calls)))
            await asyncio.sleep(0)

    looking = asyncio.create_task(look_around())
    async with models:
        await seated(dealt, log, MatchModels(models, log=log), LazyRanking(dealt.embedding)).play()
    looking.cancel()
    return log, between


def by_key(calls: tuple[RecordedCall, ...]) -> dict[object, str]:
    return {call.key: call.completion.text for call in calls}


def test_the_loop_looks_around_between_any_two_calls_and_replies_stay_the_same():
    in_turn, between = asyncio.run(played(setup(), ModelPool(opener=opener(0.0))))
    at_once, rarely = asyncio.run(played(setup(), ModelPool()))
    assert by_key(in_turn.calls) == by_key(at_once.calls)
    assert in_turn.entries == at_once.entries
    assert set(between) >= set(map(str, range(1, len(in_turn.calls))))
    assert len(set(rarely)) < len(set(between))


def test_other_models_that_the_operator_has_named_are_opened_as_they_are(monkeypatch: pytest.MonkeyPatch):
    assert isinstance(opener(0.0)(READER), SerialProvider)
    assert opener(0.0)(READER).name == open_provider(READER).name
    with Loopback() as server:
        with pytest.raises(UnknownModel, match="only models that its operator has named: reader"):
            opener(0.0)(server.model)
        monkeypatch.setenv("PARLOUR_MODEL", server.model)
        assert not isinstance(opener(0.0)(server.model), SerialProvider)
    with pytest.raises(UnknownModel):
        opener(0.0)("nothing-of-that-name")
