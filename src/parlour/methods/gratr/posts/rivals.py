"""The rivals of GRATR on posts, and the settings that all methods for posts share (GRATR, table 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import BaseModel, ConfigDict, Field

from parlour.agents import read_options
from parlour.agents.memory import LookUp, Query, Ranking, Segment
from parlour.agents.modules import MOST, FoundPassages, Native, PassageRetrieval, Reranked
from parlour.methods.gratr import Evidence
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.contest import Post
from parlour.methods.gratr.posts.files import Posts

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
        found = (await self.retrieval.found(query, older)).within(self.options.budget, older)
        return PostContext(context=self._context(found, older), problems=found.problems)

    @cached_property
    def _segments(self) -> tuple[Segment, ...]:
        return tuple(Segment(text=post.one_line, events=(post.number,)) for post in self.posts.posts)

    def _context(self, found: FoundPassages, older: tuple[Segment, ...]) -> tuple[str, ...]:
        lines = [*found.notes, *(older[position].text for position in sorted(found.positions))]
        return (self.asking.say("found", posts=lines),) if lines else ()


def native(told: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Rival:
    """Returns NativeRAG: the nearest posts."""
    options = read_options(RivalOptions, "native-rag", told)
    retrieval = Native(ranking=finding.ranking, most=options.most)
    return Rival(posts=posts, asking=asking, retrieval=retrieval, options=options)


def rerank(told: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Rival:
    """Returns RerankRAG: the nearest posts, put in order by the model itself."""
    options = read_options(RerankOptions, "rerank-rag", told)
    nearest = Native(ranking=finding.ranking, most=options.candidates)
    retrieval = Reranked(first=nearest, model=asking.model, most=options.most)
    return Rival(posts=posts, asking=asking, retrieval=retrieval, options=options)
