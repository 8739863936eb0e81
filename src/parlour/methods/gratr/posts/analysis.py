"""The judging of a file's posts in order of time, and its result."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import lru_cache
from statistics import fmean
from sys import intern
from typing import TypeVar

from parlour.errors import PromptTooLong, Unreadable
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.posts.approach import Approach, Finding, PostContext, open_approach
from parlour.methods.gratr.posts.asking import EVIDENCE, INTENT, Asking, tell_author
from parlour.methods.gratr.posts.contest import Contest, Post
from parlour.methods.gratr.posts.files import Posts
from parlour.methods.gratr.posts.graphs import Graphs
from parlour.methods.gratr.retrieval import Explanation

EPSILON = Parameters().epsilon
"""The trust above which an author is on a camp's side (section 3.1)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class JudgedPost:
    """One post, judged.

    Attributes:
        intent: the name of its class; None where the reply could not be read.
    """

    post: Post
    evidence: tuple[Evidence, ...]
    intent: str | None
    reason: str
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AuthorView:
    """The stance and side of one author.

    Attributes:
        stance: for each camp, in [-1, 1], what the author says of it: the graph's edge, or without a graph
            the mean direction of the author's posts.
        trust: how far each camp can count on the author, in [-1, 1]: the graph's node; empty without one.
        side: the camp that can count on the author most, or of which the author speaks best; None if no
            camp is above the threshold of an ally.
    """

    author: str
    posts: int
    stance: Mapping[str, float]
    trust: Mapping[str, float]
    side: str | None


@dataclass(frozen=True, kw_only=True)
class GraphsAtPost:
    """The graphs when one post had been taken in."""

    judged: JudgedPost
    graphs: Graphs
    explained: Mapping[str, Explanation]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """All posts of a file, judged by one method.

    Attributes:
        begun: the graphs before the first post; None for a method without.
    """

    posts: Posts = field(repr=False)  # asyncio asks for a task's repr, its result in it
    contest: Contest
    method: str
    model: str
    judged: tuple[JudgedPost, ...] = field(repr=False)
    begun: Graphs | None = field(default=None, repr=False)
    graphs: Graphs | None = field(default=None, repr=False)

    @property
    def faults(self) -> int:
        """The number of replies that could not be read."""
        return sum(len(judgement.faults) for judgement in self.judged)

    def history(self) -> Iterator[GraphsAtPost]:
        """Yields the graphs after each post, recomputed from the evidence; nothing without graphs."""
        graphs = self.begun
        if graphs is None:
            return
        for judgement in self.judged:
            graphs, explained = taken_in(graphs, judgement.post, judgement.evidence)
            yield GraphsAtPost(judged=judgement, graphs=graphs, explained=explained)

    def authors(self) -> tuple[AuthorView, ...]:
        """Returns a view of each author, the first to write first."""
        own: dict[str, list[JudgedPost]] = {author: [] for author in self.posts.authors}
        for judgement in self.judged:
            own[judgement.post.author].append(judgement)
        return tuple(self._author(author, posts) for author, posts in own.items())

    def _author(self, author: str, own: list[JudgedPost]) -> AuthorView:
        camps = [camp.name for camp in self.contest.camps]
        if self.graphs is None:
            stance, trust = {camp: self._direction(own, camp) for camp in camps}, dict[str, float]()
        else:
            node = own[0].post.node
            stance = {camp: self.graphs.stance(node, camp) for camp in camps}
            trust = {camp: self.graphs.trust(node, camp) for camp in camps}
        by = trust or stance
        best = max(camps, key=lambda camp: by[camp])
        side = best if by[best] > EPSILON else None
        return AuthorView(author=author, posts=len(own), stance=stance, trust=trust, side=side)

    def _direction(self, own: list[JudgedPost], camp: str) -> float:
        classes = [self.contest.class_named(judgement.intent) for judgement in own if judgement.intent]
        signs = [float(intent.sign) for intent in classes if intent.camp in (camp, None)]
        return fmean(signs) if signs else 0.0


def taken_in(
    graphs: Graphs, post: Post, evidence: tuple[Evidence, ...]
) -> tuple[Graphs, Mapping[str, Explanation]]:
    """Returns the graphs after a post: its evidence enters them, then its author is retrieved."""
    return graphs.observe(evidence).retrieve(post.node)


T = TypeVar("T")
Watch = Callable[[JudgedPost], None]
"""Called with every judged post, in order."""


async def in_order(jobs: AsyncGenerator[Coroutine[None, None, T]], ahead: int) -> AsyncGenerator[T]:
    """Yields the results of jobs in the order of the jobs, with a limit on the jobs begun at once.

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
def _line_of(post: Post) -> str:
    return post.one_line


@dataclass(kw_only=True)
class _Judging:
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
            context.append(self.asking.say("window", posts=list(map(_line_of, window))))
        if self.graphs is not None:
            self.graphs, explained = taken_in(self.graphs, post, reading.evidence)
            context.append(tell_author(self.graphs, post.node, explained, self.asking))
        return tuple(context)

    async def _decide(self, post: Post, reading: PostContext, context: tuple[str, ...]) -> JudgedPost:
        faults = [f"{EVIDENCE}: {problem}" for problem in reading.problems]
        intent, reason = None, ""
        try:
            decision = await self.asking.intent(post, context)
            intent, reason = intern(decision.intent), intern(" ".join(decision.reason.split()))
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

    Raises:
        UsageError: if there is no such method or option.
        ParlourError: what stops a run: a server that is gone, a budget that is spent.
    """
    approach = open_approach(method, posts, asking, finding)
    nodes = dict.fromkeys(post.node for post in posts.posts)

    def begin() -> Graphs | None:
        return approach.parameters and Graphs.begun(asking.contest, nodes, approach.parameters)

    judging = _Judging(
        posts=posts,
        chosen=posts.posts if chosen is None else chosen,
        asking=asking,
        approach=approach,
        ahead=ahead,
        graphs=begin(),
    )
    judgements: list[JudgedPost] = []
    async with aclosing(in_order(judging.decisions(), ahead)) as decisions:
        async for judgement in decisions:
            judgements.append(judgement)
            if watch:
                watch(judgement)
    return Analysis(
        posts=posts,
        contest=asking.contest,
        method=method,
        model=asking.model.name,
        judged=tuple(judgements),
        begun=begin(),
        graphs=judging.graphs,
    )
