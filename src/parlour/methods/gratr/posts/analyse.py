"""Judges the posts of a file by order of time: reads each, keeps the graphs, and decides what it means."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from parlour.errors import PromptTooLong, Unreadable
from parlour.methods.gratr.posts.analysis import Analysis, JudgedPost, taken_in
from parlour.methods.gratr.posts.approach import Approach, open_approach
from parlour.methods.gratr.posts.asking import EVIDENCE, INTENT, Asking
from parlour.methods.gratr.posts.files import Posts
from parlour.methods.gratr.posts.graphs import Graphs
from parlour.methods.gratr.posts.known import told
from parlour.methods.gratr.posts.post import Post
from parlour.methods.gratr.posts.reading import PostContext
from parlour.methods.gratr.posts.rivals import Finding

T = TypeVar("T")
Watch = Callable[[JudgedPost], None]
"""Told of every post as it is judged, in order."""


async def in_order(jobs: AsyncGenerator[Coroutine[None, None, T]], ahead: int) -> AsyncGenerator[T]:
    """The results of jobs in the order in which they come, at most so many of them begun at once.

    After an error those that were begun may end: what they were answered is kept, and need not be paid again.
    """
    begun: deque[asyncio.Task[T]] = deque()
    try:
        async with aclosing(jobs):
            async for job in jobs:
                begun.append(asyncio.ensure_future(job))
                if len(begun) >= ahead:
                    yield await begun[0]
                    begun.popleft()
        while begun:
            yield await begun[0]
            begun.popleft()
    except (asyncio.CancelledError, GeneratorExit):
        for task in begun:
            task.cancel()
        raise
    finally:
        await asyncio.gather(*begun, return_exceptions=True)


@lru_cache(maxsize=256)
def _told(post: Post) -> str:
    """A post as the window of each of the next ones tells it."""
    return post.told


@dataclass(kw_only=True)
class _Judging:
    """One pass over a file; it holds the graphs as they are so far."""

    posts: Posts
    chosen: Sequence[Post]
    asking: Asking
    approach: Approach
    ahead: int
    graphs: Graphs | None

    async def readings(self) -> AsyncGenerator[Coroutine[None, None, PostContext]]:
        for post in self.chosen:
            yield self._read(post)

    async def decisions(self) -> AsyncGenerator[Coroutine[None, None, JudgedPost]]:
        """Takes each reading in when its turn has come, and then asks what its post means."""
        order = iter(self.chosen)
        async with aclosing(in_order(self.readings(), self.ahead)) as readings:
            async for reading in readings:
                post = next(order)
                yield self._decide(post, reading, self._context(post, reading))

    async def _read(self, post: Post) -> PostContext:
        try:
            return await self.approach.read(post)
        except PromptTooLong as error:
            return PostContext(problems=(str(error),))

    def _context(self, post: Post, reading: PostContext) -> tuple[str, ...]:
        context = list(reading.context)
        if window := self.posts.posts[max(0, post.number - self.approach.window) : post.number]:
            context.append(self.asking.say("window", posts=list(map(_told, window))))
        if self.graphs is not None:
            self.graphs, explained = taken_in(self.graphs, post, reading.evidence)
            context.append(told(self.graphs, post.node, explained, self.asking))
        return tuple(context)

    async def _decide(self, post: Post, reading: PostContext, context: tuple[str, ...]) -> JudgedPost:
        faults = [f"{EVIDENCE}: {problem}" for problem in reading.problems]
        intent, reason = None, ""
        try:
            decision = await self.asking.intent(post, context)
            intent, reason = decision.intent, " ".join(decision.reason.split())
        except (Unreadable, PromptTooLong) as error:
            faults.append(f"{INTENT}: {error}")
        return JudgedPost(
            post=post, evidence=reading.evidence, intent=intent, reason=reason, faults=tuple(faults)
        )


async def analyse(
    posts: Posts,
    method: str,
    asking: Asking,
    *,
    finding: Finding,
    ahead: int,
    chosen: Sequence[Post] | None = None,
    watch: Watch | None = None,
) -> Analysis:
    """Judges the posts of a file.

    Readings depend on no graph and decisions on no other decision, so that many calls are open at once; the
    graphs take the readings in by order of time. An unreadable reply is a fault of its post, and no more.

    Args:
        posts: the file.
        method: a method string, such as `gratr:merging=false`.
        asking: puts the questions.
        finding: what earlier posts are found by.
        ahead: how many posts may be read, and how many decided, at once.
        chosen: the posts that are judged; all of them by default.
        watch: told of every post.

    Raises:
        UsageError: if there is no such method or option.
        ParlourError: what stops a run: a server that is gone, a budget that is spent.
    """
    approach = open_approach(method, posts, asking, finding)
    nodes = dict.fromkeys(post.node for post in posts.posts)

    def begin() -> Graphs | None:
        """The graphs before the first post, made anew: one that is kept would keep all that grow from it."""
        return approach.parameters and Graphs.begun(asking.contest, nodes, approach.parameters)

    judging = _Judging(
        posts=posts,
        chosen=posts.posts if chosen is None else chosen,
        asking=asking,
        approach=approach,
        ahead=ahead,
        graphs=begin(),
    )
    judged: list[JudgedPost] = []
    async with aclosing(in_order(judging.decisions(), ahead)) as decided:
        async for each in decided:
            judged.append(each)
            if watch:
                watch(each)
    return Analysis(
        posts=posts,
        contest=asking.contest,
        method=method,
        model=asking.model.name,
        judged=tuple(judged),
        begun=begin(),
        graphs=judging.graphs,
    )
