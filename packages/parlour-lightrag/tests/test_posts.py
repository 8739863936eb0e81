"""Light-rag as a way to judge posts, which GRATR is compared with."""

from __future__ import annotations

import asyncio

import pytest
from parlour.agents.memory import BM25
from parlour.errors import SetupError
from parlour.llm import BUILT_IN, Language, ModelPool
from parlour.methods.gratr.posts import APPROACHES, Study, conduct, sample, score


def study(method: str, language: Language) -> Study:
    posts, contest = sample(language)
    return Study(
        posts=posts, contest=contest, language=language, model=BUILT_IN, methods=(method,), embedding=BM25
    )


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_judges_every_post_of_both_samples(language: Language):
    async def judged() -> None:
        async with ModelPool() as models:
            [analysis] = await conduct(study("light-rag:most=5", language), models)
        scored = score(analysis)
        assert scored
        assert (scored.n, analysis.faults) == (len(analysis.posts.posts), 0)
        assert scored.accuracy.value > 0.4

    asyncio.run(judged())


def test_an_option_that_it_has_not_is_refused():
    async def judged() -> None:
        async with ModelPool() as models:
            await conduct(study("light-rag:mode=sideways", "en"), models)

    assert "light-rag" in APPROACHES.names
    with pytest.raises(SetupError, match="light-rag: mode"):
        asyncio.run(judged())
