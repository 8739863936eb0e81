"""GRATR's trust after each event, recomputed from the evidence on record."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.arena import Record
from parlour.methods.gratr.views import EvidenceTaken, Learned, trust_histories
from parlour.views import EventOpinion


class TrustOpinions:
    """The trust of each seat after each event; a retrieval follows no event and is left out."""

    def opinions(self, record: Record) -> Iterator[EventOpinion]:
        """Yields T of every other player after each event that was evidence."""
        for history in trust_histories(record):
            for moment in history.moments:
                if isinstance(moment.step, EvidenceTaken | Learned):
                    graph = moment.graph
                    held = {name: graph.trust[name] for name in graph.players if name != graph.me}
                    yield EventOpinion(
                        event=moment.step.event,
                        seat=history.owner,
                        measure="trust",
                        case=history.question,
                        held=held,
                    )


PART = TrustOpinions()
