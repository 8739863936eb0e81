"""The trust graphs of a file of posts over time, one for each camp, rebuilt from its evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from parlour.core import Player
from parlour.errors import UsageError
from parlour.llm import Language
from parlour.methods.gratr import TrustGraph
from parlour.methods.gratr.posts import Analysis, Graphs
from parlour.methods.gratr.views.clerk import PHRASES
from parlour.methods.gratr.views.history import ChainsRetrieved, EvidenceTaken, Step, TrustHistory, trace

MOST_AUTHORS = 60
"""More cannot be told apart on a circle."""


def shown_authors(analysis: Analysis) -> frozenset[Player]:
    """Whom a picture shows: everybody, or else those who wrote most, of equals who wrote first."""
    wrote = Counter(each.post.node for each in analysis.judged)
    return frozenset(author for author, _ in wrote.most_common(MOST_AUTHORS))


def posts_histories(analysis: Analysis, language: Language) -> tuple[TrustHistory, ...]:
    """The graph of each camp post by post; each day is a round.

    Args:
        analysis: by a method with graphs.
        language: of the words around them.

    Raises:
        UsageError: if the method keeps no graph.
    """
    if analysis.begun is None:
        raise UsageError(f"{analysis.method} keeps no graph that could be shown: use gratr")
    days, shown = _days(analysis), shown_authors(analysis)
    begun = analysis.begun.among(shown)
    steps = tuple(_steps(analysis, begun, days, shown))
    source, count = str(analysis.posts.file), len(analysis.posts.authors)
    if count > len(shown):
        source = PHRASES.say("of_authors", language, source=source, shown=len(shown), count=count)
    told = {each.post.number: f"{each.post.heading}: {each.post.text}" for each in analysis.judged}
    names = {number: day for day, number in days.items()}

    def history(camp: str, start: TrustGraph) -> TrustHistory:
        return TrustHistory(
            source=source,
            language=language,
            case=camp,
            method=analysis.method,
            start=start,
            moments=trace(start, steps),
            told=told,
            round_names=names,
            shows_owner=False,
        )

    return tuple(history(camp, graph) for camp, graph in begun.of.items())


def _days(analysis: Analysis) -> Mapping[str, int]:
    """The days on which anybody wrote, numbered from 1."""
    days = dict.fromkeys(each.post.day for each in analysis.judged)
    return {day: number for number, day in enumerate(days, 1)}


def _steps(
    analysis: Analysis, begun: Graphs, days: Mapping[str, int], shown: Collection[Player]
) -> Iterator[Step]:
    """Each post of those shown is taken in, then its author looked up: as the analysis did."""
    known = {*shown, *begun.of}
    for each in analysis.judged:
        if each.post.node not in shown:
            continue
        day = days[each.post.day]
        if evidence := [item for item in each.evidence if {item.by, item.about} <= known]:
            yield EvidenceTaken(round=day, event=each.post.number, items=begun.entered(evidence))
        yield ChainsRetrieved(round=day, targets=(each.post.node,))
