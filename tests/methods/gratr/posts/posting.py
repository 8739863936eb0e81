"""Small contests and files of posts for the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from parlour.llm import BUILT_IN, CallLog, ModelPool
from parlour.methods.gratr.posts import Analysis, Contest, Posts, Study, conduct
from parlour.methods.gratr.posts.files import parse_posts

HARBOUR = Contest.model_validate(
    {
        "title": "The harbour vote",
        "camps": [{"name": "Bridge", "called": ["the span"], "slogans": ["#BuildIt"]}, "Ferry"],
    }
)
HEADER = "author,time,text,label"


def posts_of(rows: Iterable[str], *, header: str = HEADER, contest: Contest = HARBOUR) -> Posts:
    """The posts of a file with those rows."""
    return parse_posts("\n".join([header, *rows]).encode(), contest, "posts.csv")


def judged(
    posts: Posts, *methods: str, model: str = BUILT_IN, contest: Contest = HARBOUR, log: CallLog | None = None
) -> list[Analysis]:
    """The posts, judged by each method."""

    async def scenario() -> list[Analysis]:
        study = Study(
            posts=posts,
            contest=contest,
            language=contest.language,
            model=model,
            methods=methods or ("gratr",),
        )
        async with ModelPool() as models:
            return await conduct(study, models, log)

    return asyncio.run(scenario())
