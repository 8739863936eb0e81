"""A trust graph over time: each step, and the graph after it; of a match or of a file of posts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from parlour.core import Player
from parlour.errors import UsageError
from parlour.language.wording import Phrases
from parlour.llm import Language
from parlour.methods.gratr import Evidence, TrustGraph
from parlour.methods.gratr.posts import Analysis, Graphs
from parlour.methods.gratr.retrieval import Explanation

PHRASES = Phrases("parlour.methods.gratr.views")


@dataclass(frozen=True, kw_only=True)
class EvidenceTaken:
    """Evidence was taken in."""

    round: int
    event: int
    items: tuple[Evidence, ...]


@dataclass(frozen=True, kw_only=True)
class Learned:
    """The graph's owner learned a player's side for certain."""

    round: int
    event: int
    player: Player
    is_ally: bool
    why: str


@dataclass(frozen=True, kw_only=True)
class ChainsRetrieved:
    """Chains were retrieved, for one player after the other."""

    round: int
    targets: tuple[Player, ...]


Step = EvidenceTaken | Learned | ChainsRetrieved
"""A change of a graph."""


@dataclass(frozen=True, kw_only=True)
class GraphStep:
    """A step, and the graph after it."""

    step: Step
    graph: TrustGraph
    before: Mapping[Player, float] = field(default_factory=dict[Player, float])
    explained: tuple[Explanation, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ClaimHeard:
    """A claim of a role, R(p_j), with `roles=read`."""

    steps: int
    by: Player
    about: Player
    role: str
    is_single: bool = False


@dataclass(frozen=True, kw_only=True)
class TrustHistory:
    """The trust graph of one seat about one hidden question, from the start on; of any game, or of none.

    Attributes:
        case: the hidden question; empty if there is but one.
        claims: the claimed roles, in order; none if roles were not read.
    """

    source: str
    language: Language
    case: str
    method: str
    start: TrustGraph
    moments: tuple[GraphStep, ...]
    told: Mapping[int, str]
    truth: Mapping[Player, str] = field(default_factory=dict[Player, str])
    round_names: Mapping[int, str] = field(default_factory=dict[int, str])
    claims: tuple[ClaimHeard, ...] = ()
    shows_owner: bool = True
    question: str = ""

    @property
    def owner(self) -> Player:
        """The owner of the graph."""
        return self.start.me

    @property
    def teller(self) -> str:
        """The name of its owner, or of the case if an onlooker keeps it."""
        return self.owner if self.shows_owner else self.case

    @property
    def end(self) -> TrustGraph:
        """The graph after the last step."""
        return self.moments[-1].graph if self.moments else self.start

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds in which anything happened, in order."""
        return tuple(dict.fromkeys(moment.step.round for moment in self.moments))

    def at_end_of(self, round: int) -> TrustGraph:  # noqa: A002
        """Returns the graph at the end of a round; that of the start if no step came before."""
        past = [moment.graph for moment in self.moments if moment.step.round <= round]
        return past[-1] if past else self.start


def trace(start: TrustGraph, steps: Iterable[Step]) -> tuple[GraphStep, ...]:
    """Returns the graph after each step, by the equations on the given evidence."""
    moments: list[GraphStep] = []
    for step in steps:
        moments.append(_take_step(moments[-1].graph if moments else start, step))
    return tuple(moments)


def _take_step(graph: TrustGraph, step: Step) -> GraphStep:
    match step:
        case EvidenceTaken():
            return _take_evidence(graph, step)
        case Learned():
            learned = graph.knowing(step.player, why=step.why, is_ally=step.is_ally)
            return GraphStep(step=step, graph=learned, before={step.player: graph.trust[step.player]})
        case ChainsRetrieved():
            return _retrieve(graph, step)
    assert_never(step)


def _take_evidence(graph: TrustGraph, step: EvidenceTaken) -> GraphStep:
    before: dict[Player, float] = {}
    for item, after in zip(step.items, graph.observing(step.items), strict=True):
        if after.nodes[item.about].ground is not graph.nodes[item.about].ground:
            before[item.about] = graph.nodes[item.about].trust
        graph = after
    return GraphStep(step=step, graph=graph, before=before)


def _retrieve(graph: TrustGraph, step: ChainsRetrieved) -> GraphStep:
    explained: list[Explanation] = []
    for target in step.targets:
        graph, why = graph.retrieve(target)
        explained.append(why)
    moved = {why.target: why.before for why in explained if why.is_moved}
    return GraphStep(step=step, graph=graph, before=moved, explained=tuple(explained))


MOST_AUTHORS = 60
"""More cannot be told apart on a circle."""


def shown_authors(analysis: Analysis) -> frozenset[Player]:
    """Returns the authors in a picture: those that wrote most, of equals the first to write."""
    post_counts = Counter(judgement.post.node for judgement in analysis.judged)
    return frozenset(author for author, _ in post_counts.most_common(MOST_AUTHORS))


def posts_histories(analysis: Analysis, language: Language) -> tuple[TrustHistory, ...]:
    """Returns the graph of each camp post by post; each day is a round.

    Raises:
        UsageError: if the method keeps no graph.
    """
    if analysis.begun is None:
        raise UsageError(f"{analysis.method} keeps no graph that could be shown: use gratr")
    days, authors = _days(analysis), shown_authors(analysis)
    begun = analysis.begun.among(authors)
    steps = tuple(_steps(analysis, begun, days, authors))
    source, count = str(analysis.posts.file), len(analysis.posts.authors)
    if count > len(authors):
        source = PHRASES.say("of_authors", language, source=source, shown=len(authors), count=count)
    texts = {
        judgement.post.number: f"{judgement.post.heading}: {judgement.post.text}"
        for judgement in analysis.judged
    }
    names = {number: day for day, number in days.items()}

    def history(camp: str, start: TrustGraph) -> TrustHistory:
        return TrustHistory(
            source=source,
            language=language,
            case=camp,
            method=analysis.method,
            start=start,
            moments=trace(start, steps),
            told=texts,
            round_names=names,
            shows_owner=False,
        )

    return tuple(history(camp, graph) for camp, graph in begun.of.items())


def _days(analysis: Analysis) -> Mapping[str, int]:
    days = dict.fromkeys(judgement.post.day for judgement in analysis.judged)
    return {day: number for number, day in enumerate(days, 1)}


def _steps(
    analysis: Analysis, begun: Graphs, days: Mapping[str, int], authors: Collection[Player]
) -> Iterator[Step]:
    names = {*authors, *begun.of}
    for judgement in analysis.judged:
        if judgement.post.node not in authors:
            continue
        day = days[judgement.post.day]
        if evidence := [item for item in judgement.evidence if {item.by, item.about} <= names]:
            yield EvidenceTaken(round=day, event=judgement.post.number, items=begun.enter(evidence))
        yield ChainsRetrieved(round=day, targets=(judgement.post.node,))
