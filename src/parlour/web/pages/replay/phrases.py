"""The words of the replay."""

from __future__ import annotations

from parlour.wording import Phrases

PHRASES = Phrases("parlour.web.pages.replay")
