"""What the graphs say of an author, in words for the decision on a post (GRATR, section 3.3.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour.core import Player
from parlour.methods.gratr import Evidence, Explanation
from parlour.methods.gratr.posts.asking import Asking
from parlour.methods.gratr.posts.graphs import Graphs

MOST = 3
"""How many items of evidence are told per camp."""


def told(graphs: Graphs, author: Player, explained: Mapping[str, Explanation], asking: Asking) -> str:
    """An author's stance and trust for each camp after a retrieval, and the evidence that speaks for them.

    The appendix has a model sum this up first, by one call more; here the summary is a form of words, and the
    reasons are those that the decision gives.
    """
    camps = [
        {
            "name": camp,
            "stance": graphs.stance(author, camp),
            "trust": graphs.trust(author, camp),
            "evidence": list(dict.fromkeys(_telling(graphs, author, camp, why)))[:MOST],
        }
        for camp, why in explained.items()
    ]
    return asking.say("known", author=author, camps=camps)


def _telling(graphs: Graphs, author: Player, camp: str, why: Explanation) -> Iterator[Evidence]:
    """The author's latest words on the camp, then the latest of each hop, the weightiest chain first."""
    graph = graphs.of[camp]
    yield from reversed(graph.edge(author, camp).evidence[-MOST + 1 :])
    for chain in sorted(why.used, key=lambda chain: -abs(chain.weight)):
        for hop in reversed(chain.hops):
            if hop.by not in graphs.of:
                yield hop.edge.evidence[-1]
