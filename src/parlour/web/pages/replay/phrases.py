"""The words of the replay."""

from __future__ import annotations

from parlour.language.wording import Phrases

PHRASES = Phrases("parlour.web.pages.replay")
