"""Methods that judge posts: GRATR, its ablations, and the rivals of the paper's table 4."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from parlour.agents import MethodSpec, read_options
from parlour.agents.memory import LookUp, Query, Ranking, Segment
from parlour.agents.modules import MOST, FoundPassages, Native, PassageRetrieval, Reranked
from parlour.core import Registry
from parlour.errors import UnknownMethod, Unreadable
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.contest import Post
from parlour.methods.gratr.posts.files import Posts
from parlour.methods.gratr.posts.graphs import GraphParameters

WINDOW = 15
"""K of section 4.1: how many of the latest posts every method shows."""


class PostOptions(BaseModel):
    """The settings that all have, spelled `plain:window=0`.

    Attributes:
        window: how many of the latest posts of all are shown before the one in question.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    window: int = Field(default=WINDOW, ge=0)


@dataclass(frozen=True, kw_only=True)
class PostContext:
    """The context of a post; it depends on no decision."""

    evidence: tuple[Evidence, ...] = ()
    context: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


CANDIDATES = 20
"""How many posts RerankRAG orders, unless told otherwise."""


class RivalOptions(PostOptions):
    """The settings of a rival, spelled `native-rag:most=5`.

    Attributes:
        most: how many posts are found at most.
        among: among how many of the latest it looks, those of the window left out. The paper sets no bound;
            without one the work would grow with the square of the file.
        budget: the tokens that what is found may take.
    """

    most: int = Field(default=MOST, ge=1)
    among: int = Field(default=1000, ge=1)
    budget: int = Field(default=1000, ge=50)


class RerankOptions(RivalOptions):
    """The settings of RerankRAG, spelled `rerank-rag:candidates=100`.

    Attributes:
        candidates: how many posts the model orders, those nearest to the post by their vectors.
    """

    candidates: int = Field(default=CANDIDATES, ge=2)


@dataclass(frozen=True, kw_only=True)
class Finding:
    """The means to find earlier posts."""

    ranking: Ranking
    look_up: LookUp


@dataclass(frozen=True, kw_only=True)
class Rival:
    """Looks up, for each post, earlier ones that bear on it."""

    posts: Posts = field(repr=False)
    asking: Asking
    retrieval: PassageRetrieval
    options: RivalOptions
    purpose: str = "older"
    parameters: None = None

    @property
    def window(self) -> int:
        """The number of latest posts shown."""
        return self.options.window

    async def read(self, post: Post) -> PostContext:
        """Returns the found posts in order of time, after the notes of a retrieval that makes some."""
        end = max(0, post.number - self.window)
        older = self._segments[max(0, end - self.options.among) : end]
        if not older:
            return PostContext()
        query = Query(
            player=post.node,
            request=f"post-{post.number}",
            purpose=self.purpose,
            text=post.one_line,
            language=self.asking.language,
        )
        passages = (await self.retrieval.found(query, older)).within(self.options.budget, older)
        return PostContext(context=self._context(passages, older), problems=passages.problems)

    @cached_property
    def _segments(self) -> tuple[Segment, ...]:
        return tuple(Segment(text=post.one_line, events=(post.number,)) for post in self.posts.posts)

    def _context(self, passages: FoundPassages, older: tuple[Segment, ...]) -> tuple[str, ...]:
        lines = [*passages.notes, *(older[position].text for position in sorted(passages.positions))]
        return (self.asking.say("found", posts=lines),) if lines else ()


def native(arguments: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Rival:
    """Returns NativeRAG: the nearest posts."""
    options = read_options(RivalOptions, "native-rag", arguments)
    retrieval = Native(ranking=finding.ranking, most=options.most)
    return Rival(posts=posts, asking=asking, retrieval=retrieval, options=options)


def rerank(arguments: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Rival:
    """Returns RerankRAG: the nearest posts, put in order by the model itself."""
    options = read_options(RerankOptions, "rerank-rag", arguments)
    nearest = Native(ranking=finding.ranking, most=options.candidates)
    retrieval = Reranked(first=nearest, model=asking.model, most=options.most)
    return Rival(posts=posts, asking=asking, retrieval=retrieval, options=options)


class GratrPostOptions(PostOptions, GraphParameters):
    """The settings of GRATR, spelled `gratr:merging=false`.

    GRATR-1 is `merging=false`, GRATR-2 `hops=false`, GRATR-3 `backward=false`.
    """

    @property
    def parameters(self) -> Parameters:
        """The parameters of its graphs."""
        return Parameters.model_validate(self.model_dump(include=set(Parameters.model_fields)))


class Approach(Protocol):
    """A way to judge the posts of one file.

    Attributes:
        parameters: of the graphs; None if there are none.
    """

    @property
    def window(self) -> int: ...

    @property
    def parameters(self) -> Parameters | None: ...

    async def read(self, post: Post) -> PostContext:
        """Returns the context of a post."""
        ...


@dataclass(frozen=True, kw_only=True)
class PlainOnPosts:
    """The paper's baseline: the model, the latest posts, and nothing else."""

    window: int
    parameters: None = None

    async def read(self, post: Post) -> PostContext:
        """Returns an empty context."""
        del post
        return PostContext()


@dataclass(frozen=True, kw_only=True)
class GratrOnPosts:
    """GRATR on posts: reads the evidence of each post once, for the graphs."""

    window: int
    parameters: Parameters
    asking: Asking

    async def read(self, post: Post) -> PostContext:
        """Returns the evidence in a post; a reply that cannot be read is a problem on record."""
        try:
            evidence = await self.asking.evidence(post)
        except Unreadable as error:
            return PostContext(problems=(str(error),))
        return PostContext(evidence=evidence)


@runtime_checkable
class Opener(Protocol):
    """Makes an approach from its options, for a file of posts."""

    def __call__(
        self, arguments: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding
    ) -> Approach:
        """Returns the approach."""
        ...


def open_plain(arguments: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Approach:
    """Returns the plain approach: the model and the latest posts."""
    del posts, asking, finding
    return PlainOnPosts(window=read_options(PostOptions, "plain", arguments).window)


def open_gratr(arguments: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Approach:
    """Returns GRATR, or an ablation of it."""
    del posts, finding
    chosen = read_options(GratrPostOptions, "gratr", arguments)
    return GratrOnPosts(window=chosen.window, parameters=chosen.parameters, asking=asking)


APPROACHES: Registry[Opener] = Registry(
    group="parlour.posts",
    noun="method for posts",
    kind=Opener,  # pyright: ignore[reportArgumentType, reportAbstractUsage]
    unknown=UnknownMethod,
)
"""Every installed way to judge posts."""


def open_approach(method: str, posts: Posts, asking: Asking, finding: Finding) -> Approach:
    """Returns the approach that a method string names, such as `gratr:merging=false`.

    Raises:
        UnknownMethod: naming the nearest ones, or the package that brings it.
        SetupError: if an option is unknown or has no such value.
    """
    spec = MethodSpec.read(method)
    return APPROACHES.find(spec.name)(spec.options, posts, asking, finding)
