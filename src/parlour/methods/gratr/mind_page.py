"""GRATR's trust graphs over time, for the view of whoever may see everything."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.arena import Record
from parlour.language.wording import Phrases
from parlour.llm import Language
from parlour.methods.gratr.views import trust_histories, trust_page

_PHRASES = Phrases("parlour.methods.gratr")


@dataclass(frozen=True, kw_only=True)
class TrustPage:
    """A slider through what happened, and the graph of each seat as it stood."""

    def title(self, language: Language) -> str:
        """What the page is called."""
        return _PHRASES.say("page_title", language)

    def note(self, language: Language) -> str:
        """What it is drawn from, and when."""
        return _PHRASES.say("page_note", language)

    def draw(self, record: Record) -> str:
        """The page.

        Raises:
            UsageError: if nobody played by GRATR.
            ReplayDiffers: if the graphs do not come out as they are on record.
        """
        return trust_page(trust_histories(record))


PART = TrustPage()
