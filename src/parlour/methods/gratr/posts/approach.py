"""Methods that judge posts: GRATR, its ablations, and the rivals that the paper compares it with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from parlour.agents import MethodSpec, read_options
from parlour.core import Registry
from parlour.errors import UnknownMethod, Unreadable
from parlour.methods.gratr.evidence import Parameters
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.contest import Post
from parlour.methods.gratr.posts.files import Posts
from parlour.methods.gratr.posts.graphs import GraphParameters
from parlour.methods.gratr.posts.rivals import Finding, PostContext, PostOptions


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
            found = await self.asking.evidence(post)
        except Unreadable as error:
            return PostContext(problems=(str(error),))
        return PostContext(evidence=found)


@runtime_checkable
class Opener(Protocol):
    """Makes an approach from its options, for a file of posts."""

    def __call__(self, told: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Approach:
        """Returns the approach."""
        ...


def open_plain(told: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Approach:
    """Returns the plain approach: the model and the latest posts."""
    del posts, asking, finding
    return PlainOnPosts(window=read_options(PostOptions, "plain", told).window)


def open_gratr(told: Mapping[str, str], posts: Posts, asking: Asking, finding: Finding) -> Approach:
    """Returns GRATR, or an ablation of it."""
    del posts, finding
    chosen = read_options(GratrPostOptions, "gratr", told)
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
