"""What the reader's characters understand of what a person types in One Night, before it is said to them."""

from __future__ import annotations

from parlour.reader import TalkHearing

PART = TalkHearing(scope="cards")
