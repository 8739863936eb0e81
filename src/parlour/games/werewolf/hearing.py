"""What the reader's characters understand of what a person types in Werewolf, before it is said to them."""

from __future__ import annotations

from parlour.games.werewolf import kinds
from parlour.reader import TalkHearing

PART = TalkHearing(scope="roles", deeds=frozenset({kinds.CONFER}))
