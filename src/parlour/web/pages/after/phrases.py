"""The words of the page after a match."""

from __future__ import annotations

from parlour.language.wording import Phrases

PHRASES = Phrases("parlour.web.pages.after")
