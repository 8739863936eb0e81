"""What came of judging a file of posts: a value that a table, a program or a picture can be made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean

from parlour.methods.gratr import Evidence, Explanation, Parameters
from parlour.methods.gratr.posts.contest import Contest
from parlour.methods.gratr.posts.files import Posts
from parlour.methods.gratr.posts.graphs import Graphs
from parlour.methods.gratr.posts.post import Post

EPSILON = Parameters().epsilon
"""Above it somebody is of a camp's side (section 3.1)."""


@dataclass(frozen=True, kw_only=True)
class JudgedPost:
    """One post, judged.

    Attributes:
        post: the post.
        evidence: what was read off it for the graphs.
        intent: the name of its class; None where the reply could not be read.
        reason: why, in the model's words.
        faults: what could not be read, each with what it was for.
    """

    post: Post
    evidence: tuple[Evidence, ...]
    intent: str | None
    reason: str
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class AuthorView:
    """What is made of one author.

    Attributes:
        author: the name.
        posts: how many were judged.
        stance: for each camp, in [-1, 1], what the author says of it: the graph's edge, or without a graph
            the mean direction of the author's posts.
        trust: how far each camp can count on the author, in [-1, 1]: the graph's node; empty without one.
        side: the camp that can count on the author most, or of which the author speaks best; None where no
            camp is above the threshold of an ally.
    """

    author: str
    posts: int
    stance: Mapping[str, float]
    trust: Mapping[str, float]
    side: str | None


@dataclass(frozen=True, kw_only=True)
class GraphsAtPost:
    """The graphs when one post had been taken in.

    Attributes:
        judged: the post, with the evidence read off it.
        graphs: after it.
        explained: the retrieval for its author in each camp's graph, with all of its arithmetic.
    """

    judged: JudgedPost
    graphs: Graphs
    explained: Mapping[str, Explanation]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """All posts of a file, judged by one method.

    It keeps the evidence of each post and not the graphs after each: these follow from it (`history`).

    Attributes:
        posts: that were judged.
        contest: what they are about.
        method: as it was asked for.
        model: who judged.
        judged: by the order of time.
        begun: the graphs before the first post; None for a method without.
        graphs: those after the last.
    """

    posts: Posts
    contest: Contest
    method: str
    model: str
    judged: tuple[JudgedPost, ...]
    begun: Graphs | None = None
    graphs: Graphs | None = None

    @property
    def faults(self) -> int:
        """How many replies could not be read."""
        return sum(len(each.faults) for each in self.judged)

    def history(self) -> Iterator[GraphsAtPost]:
        """The graphs after each post, one by one, worked out again from the evidence; none without graphs."""
        graphs = self.begun
        if graphs is None:
            return
        for each in self.judged:
            graphs, explained = taken_in(graphs, each.post, each.evidence)
            yield GraphsAtPost(judged=each, graphs=graphs, explained=explained)

    def authors(self) -> tuple[AuthorView, ...]:
        """Everybody who wrote, the first to write first."""
        own: dict[str, list[JudgedPost]] = {author: [] for author in self.posts.authors}
        for each in self.judged:
            own[each.post.author].append(each)
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
        classes = [self.contest.named(each.intent) for each in own if each.intent]
        signs = [float(each.sign) for each in classes if each.camp in (camp, None)]
        return fmean(signs) if signs else 0.0


def taken_in(
    graphs: Graphs, post: Post, evidence: tuple[Evidence, ...]
) -> tuple[Graphs, Mapping[str, Explanation]]:
    """The graphs after a post: its evidence enters them, then its author is looked up in them."""
    return graphs.observed(evidence).retrieved(post.node)
