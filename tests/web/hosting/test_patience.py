"""A model that is gone is asked again, ever later, and at once when it has answered in between."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parlour.errors import ModelUnavailable
from parlour.llm import Provider
from parlour.web.hosting import live_match
from tests.web.hosting.houses import game, opened, setup, until

MODEL = "openai:gpt-4o-mini"


def gone(model: str) -> Provider:
    raise ModelUnavailable(f"{model} does not answer")


def test_the_waits_double_up_to_a_minute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    waits: list[float] = []

    async def scenario() -> None:
        really = asyncio.sleep

        async def slept(seconds: float) -> None:
            if seconds > 1:
                waits.append(seconds)
            await really(0 if seconds > 1 else seconds)

        monkeypatch.setattr(asyncio, "sleep", slept)
        async with opened(str(tmp_path / "parlour.db"), gone) as house:
            match = house.store.create(setup(of=game(), model=MODEL))
            table = live_match.LiveMatch(house.store, house.models, match, live_match.Settings(), patience=2)
            table.start()
            await until(lambda: len(waits) > 6)
            assert "tried again in 60 s" in table.settings.why
            await table.close()

    asyncio.run(scenario())
    assert waits[:7] == [4, 8, 16, 32, 60, 60, 60]
