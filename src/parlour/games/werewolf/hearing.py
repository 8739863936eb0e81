"""The listener of the reader's characters to what a person types in Werewolf."""

from __future__ import annotations

from parlour.games.werewolf import kinds
from parlour.reader import TalkHearing

PART = TalkHearing(scope="roles", deeds=frozenset({kinds.CONFER}))
