"""GRATR's trust graphs over time, for a viewer that may see everything."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.arena import Record
from parlour.language.wording import Phrases
from parlour.llm import Language
from parlour.methods.gratr.views import trust_histories, trust_page

_PHRASES = Phrases("parlour.methods.gratr")


@dataclass(frozen=True, kw_only=True)
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


PART = TrustPage()
