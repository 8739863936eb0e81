"""GRATR's trust graphs over time, recomputed from the evidence on record, for viewers with full access."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.arena import Record
from parlour.language.wording import Phrases
from parlour.llm import Language
from parlour.methods.gratr.views import EvidenceTaken, Learned, trust_histories, trust_page
from parlour.views import EventOpinion

_PHRASES = Phrases("parlour.methods.gratr")


class TrustPage:
    """A page with a slider through the events, and the graph of each seat at that time."""

    def title(self, language: Language) -> str:
        """Returns the title of the page."""
        return _PHRASES.say("page_title", language)

    def note(self, language: Language) -> str:
        """Returns a note on the page's source."""
        return _PHRASES.say("page_note", language)

    def draw(self, record: Record) -> str:
        """Returns the page as HTML."""
        return trust_page(trust_histories(record))

    def opinions(self, record: Record) -> Iterator[EventOpinion]:
        """Yields T of every other player after each event that was evidence; a retrieval follows no event."""
        for history in trust_histories(record):
            for moment in history.moments:
                if isinstance(moment.step, EvidenceTaken | Learned):
                    graph = moment.graph
                    trust = {name: graph.trust[name] for name in graph.players if name != graph.me}
                    yield EventOpinion(
                        event=moment.step.event,
                        seat=history.owner,
                        measure="trust",
                        case=history.question,
                        held=trust,
                    )


PART = TrustPage()
