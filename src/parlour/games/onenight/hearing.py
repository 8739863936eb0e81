"""The listener of the reader's characters to what a person types in One Night."""

from __future__ import annotations

from parlour.reader import TalkHearing

PART = TalkHearing(scope="cards")
