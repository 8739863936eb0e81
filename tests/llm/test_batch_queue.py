"""Whatever stops a batch is raised for everybody who waits for it, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import ValidationError
from pydantic_ai.models import infer_model

from parlour.errors import StoreUnavailable
from parlour.experiments.runner import StoredBatches
from parlour.llm.batching import Batches, BatchPace
from parlour.llm.profile import ServerProfile
from parlour.llm.pydantic_ai_model import PydanticAIModel
from parlour.llm.responses import Reply
from parlour.store import Store
from tests.llm.batching import BatchProvider
from tests.llm.samples import call

QUICK = BatchPace(quiet=0.05, longest=1.0, first=0.01, most=0.02)
SLOW = replace(QUICK, quiet=3600.0, longest=3600.0)
SECONDS = 60.0


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "run.db")


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[BatchProvider]:
    with BatchProvider() as server:
        for name, value in server.variables.items():
            monkeypatch.setenv(name, value)
        yield server


@asynccontextmanager
async def opened(db: str, pace: BatchPace = QUICK) -> AsyncGenerator[Batches]:
    endpoint = PydanticAIModel(infer_model("openai-chat:gpt-4o-mini"))
    with Store.open(db) as store:
        batches = Batches(endpoint, "openai:gpt-4o-mini", StoredBatches(store=store, run="r"), pace)
        try:
            yield batches
        finally:
            await batches.close()


async def asked(batches: Batches, *tasks: str) -> list[Reply | BaseException]:
    """What becomes of a call of each task; a call that nothing becomes of fails the test."""
    replies = (batches.ask(call(task, purpose="answer"), ServerProfile(), 0) for task in tasks)
    return await asyncio.wait_for(asyncio.gather(*replies, return_exceptions=True), SECONDS)


def execute(db: str, statement: str) -> None:
    with closing(sqlite3.connect(db)) as connection, connection:
        connection.execute(statement)


def test_a_batch_that_cannot_be_kept_fails_whoever_asked_and_the_next_one_is_sent(
    db: str, provider: BatchProvider
):
    async def scenario() -> None:
        async with opened(db) as batches:
            await asked(batches, "first")
            execute(db, "ALTER TABLE cell RENAME TO gone")
            assert [type(each) for each in await asked(batches, "a", "b")] == [StoreUnavailable] * 2
            execute(db, "ALTER TABLE gone RENAME TO cell")
            [told] = await asked(batches, "c")
            assert isinstance(told, Reply)

    asyncio.run(scenario())
    assert provider.batched == 4


def test_a_batch_that_cannot_be_read_fails_whoever_asked_and_no_other(db: str, provider: BatchProvider):
    fates = {1: "nameless"}
    provider.decide(lambda number: fates.get(number, "succeeded"))

    async def scenario() -> None:
        async with opened(db) as batches:
            assert [type(each) for each in await asked(batches, "a", "b")] == [ValidationError] * 2
            [told] = await asked(batches, "c")
            assert isinstance(told, Reply)

    asyncio.run(scenario())


def test_a_queue_that_is_closed_before_it_sends_stops_without_a_word(db: str, provider: BatchProvider):
    async def scenario() -> None:
        wrong: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: wrong.append(told))
        async with opened(db, SLOW) as batches:
            asking = asyncio.create_task(asked(batches, "a"))
            await asyncio.sleep(0.01)
            asking.cancel()
        assert wrong == []

    asyncio.run(scenario())
    assert provider.batched == 0
