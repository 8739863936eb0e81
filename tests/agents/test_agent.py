import asyncio
import gc

import pytest

from parlour.agents import BufferedContext, Thought, attempt, together
from parlour.errors import ModelUnavailable, PromptTooLong, Unreadable
from tests.agents.seats import Slate


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


def test_the_first_error_in_order_is_the_one_that_is_raised():
    async def scenario() -> None:
        await together([told("fine"), failing(ModelUnavailable("one")), failing(ModelUnavailable("two"))])

    with pytest.raises(ModelUnavailable, match="one"):
        asyncio.run(scenario())


def test_an_unreadable_reply_is_a_result():
    error = Unreadable("words only")
    assert asyncio.run(attempt(failing(error))) is error
    assert asyncio.run(attempt(told("fine"))) == "fine"


def test_an_unreadable_reply_is_a_result_among_others_done_together():
    error = Unreadable("words only")

    async def scenario() -> list[str | Unreadable]:
        return await together([attempt(told("one")), attempt(failing(error)), attempt(told("two"))])

    assert asyncio.run(scenario()) == ["one", error, "two"]


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


def test_notes_are_handed_in_once():
    slate = Slate()
    notes = BufferedContext(context=slate)
    notes.think(Thought(kind="sensors"))
    notes.hand_in()
    notes.hand_in()
    assert len(slate.thoughts) == 1


def test_speech_passes_through_notes_at_once():
    slate = Slate()
    listener = BufferedContext(context=slate).listener
    assert listener
    listener("Good ")
    assert slate.said == ["Good "]
