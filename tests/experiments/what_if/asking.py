"""A question put to matches, and its forks played, as the command line does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from parlour.experiments.what_if import (
    AskedMatches,
    ForkOrigins,
    ForkPlan,
    ForkRunner,
    WhatIf,
    look_ahead_forks,
    plan_forks,
    play_forks,
)
from parlour.experiments.what_if.question import PlayedFork
from parlour.llm import ModelPool
from parlour.store import Store


def answered(store: Store, question: WhatIf, matches: Sequence[str]) -> ForkPlan:
    """Plays whatever forks are left."""
    asked = AskedMatches(question=question, arms=dict.fromkeys(matches, ""))
    plan = plan_forks(store, asked)

    async def scenario() -> None:
        at_once, _ = await look_ahead_forks(plan, store, None)
        async with ModelPool() as models:
            runner = ForkRunner(asked=asked, store=store, models=models, origins=ForkOrigins(store=store))
            await play_forks(plan, runner, at_once, _nothing)

    if plan.left:
        asyncio.run(scenario())
    return plan_forks(store, asked)


def _nothing(fork: PlayedFork) -> None:
    assert fork.score
