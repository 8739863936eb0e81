from __future__ import annotations

import asyncio
import gc
from dataclasses import replace

import pytest

from parlour.agents import BufferedContext, Thought, attempt, together
from parlour.core import request_kinds
from parlour.errors import ModelUnavailable, PromptTooLong, SetupError, Unreadable
from tests.agents.seats import Slate, asking, seat_context


async def told(value: str, *, after: int = 0) -> str:
    for _ in range(after):
        await asyncio.sleep(0)
    return value


async def failing(error: Exception) -> str:
    raise error


def test_what_is_done_together_comes_back_in_the_order_it_was_asked():
    async def scenario() -> list[str]:
        return await together([told("slow", after=5), told("fast"), told("middling", after=2)])

    assert asyncio.run(scenario()) == ["slow", "fast", "middling"]


def test_an_error_waits_until_the_others_have_ended():
    ended: list[str] = []

    async def keep(value: str) -> str:
        ended.append(await told(value, after=5))
        return value

    async def scenario() -> None:
        await together([failing(ModelUnavailable("gone")), keep("kept")])

    with pytest.raises(ModelUnavailable, match="gone"):
        asyncio.run(scenario())
    assert ended == ["kept"]


def test_an_unreadable_reply_is_a_result():
    error = Unreadable("words only")
    assert asyncio.run(attempt(failing(error))) is error
    assert asyncio.run(attempt(told("fine"))) == "fine"


def test_anything_else_is_raised():
    for error in (ModelUnavailable("gone"), PromptTooLong("too long")):
        with pytest.raises(type(error)):
            asyncio.run(attempt(failing(error)))


@pytest.mark.parametrize("ticks", range(1, 5))
def test_whatever_is_cancelled_ends_before_it_is_over_and_leaves_nothing_unawaited(ticks: int):
    ended: list[str] = []

    async def long(name: str) -> str:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(name)
        return name

    async def scenario() -> int:
        inner = [together([attempt(long(f"{outer}{n}")) for n in range(2)]) for outer in "ab"]
        task = asyncio.ensure_future(together(inner))
        for _ in range(ticks):
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return len(asyncio.all_tasks())

    assert asyncio.run(scenario()) == 1
    gc.collect()
    assert sorted(ended) in ([], ["a0", "a1", "b0", "b1"])


def test_notes_are_handed_in_in_their_own_order_whatever_came_first():
    slate = Slate()
    first, second = BufferedContext(context=slate), BufferedContext(context=slate)
    second.think(Thought(kind="suspects"))
    first.think(Thought(kind="sensors"))
    first.fault("gain", "unreadable")
    first.think(Thought(kind="gain"))
    assert not slate.thoughts
    first.hand_in()
    second.hand_in()
    assert [thought.kind for thought in slate.thoughts] == ["sensors", "gain", "suspects"]
    assert slate.faults == [("gain", "unreadable")]


def test_what_a_seat_lacks_is_said_with_its_name():
    with pytest.raises(SetupError, match="Anna needs a model"):
        seat_context("Anna").require_model()
    with pytest.raises(SetupError, match="Ben has nothing to look things up with"):
        seat_context("Ben").require_look_up()


def test_a_seat_draws_alike_for_the_same_request_and_purpose_alone():
    seat, request = seat_context("Anna"), asking()
    drawn = seat.chance(request, "ask").random()
    others = (
        seat.chance(request, "reply"),
        seat.chance(asking(kind=request_kinds.VOTE), "ask"),
        seat_context("Ben").chance(request, "ask"),
        replace(seat, seed=seat.seed + 1).chance(request, "ask"),
    )
    assert seat_context("Anna").chance(request, "ask").random() == drawn
    assert drawn not in [each.random() for each in others]
