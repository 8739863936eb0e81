"""The trust graphs of a file of posts over time, one for each camp, rebuilt from its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.errors import UsageError
from parlour.llm import Language
from parlour.methods.gratr import TrustGraph
from parlour.methods.gratr.posts import Analysis, Graphs
from parlour.methods.gratr.views.history import ChainsRetrieved, EvidenceTaken, Step, TrustHistory, trace

MOST_AUTHORS = 60
"""More cannot be told apart on a circle."""


def posts_histories(analysis: Analysis, language: Language) -> tuple[TrustHistory, ...]:
    """The graph of each camp post by post; each day is a round.

    Args:
        analysis: by a method with graphs.
        language: of the words around them.

    Raises:
        UsageError: if the method keeps no graph, or more authors wrote than a picture can show.
    """
    if analysis.begun is None:
        raise UsageError(f"{analysis.method} keeps no graph that could be shown: use gratr")
    if (count := len(analysis.posts.authors)) > MOST_AUTHORS:
        raise UsageError(f"{count} authors are more than a picture shows ({MOST_AUTHORS}): use --limit")
    days = _days(analysis)
    steps = tuple(_steps(analysis, analysis.begun, days))
    told = {each.post.number: f"{each.post.heading}: {each.post.text}" for each in analysis.judged}
    names = {number: day for day, number in days.items()}

    def history(camp: str, start: TrustGraph) -> TrustHistory:
        return TrustHistory(
            source=str(analysis.posts.file),
            language=language,
            case=camp,
            method=analysis.method,
            start=start,
            moments=trace(start, steps),
            told=told,
            round_names=names,
            shows_owner=False,
        )

    return tuple(history(camp, graph) for camp, graph in analysis.begun.of.items())


def _days(analysis: Analysis) -> Mapping[str, int]:
    """The days on which anybody wrote, numbered from 1."""
    days = dict.fromkeys(f"{each.post.time:%Y-%m-%d}" for each in analysis.judged)
    return {day: number for number, day in enumerate(days, 1)}


def _steps(analysis: Analysis, begun: Graphs, days: Mapping[str, int]) -> Iterator[Step]:
    """Each post is taken in, then its author looked up: as the analysis did."""
    for each in analysis.judged:
        day = days[f"{each.post.time:%Y-%m-%d}"]
        if each.evidence:
            yield EvidenceTaken(round=day, event=each.post.number, items=begun.entered(each.evidence))
        yield ChainsRetrieved(round=day, targets=(each.post.node,))
