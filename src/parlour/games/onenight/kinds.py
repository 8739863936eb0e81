"""The kinds of requests and events for cards by night, where people's rules are played."""

from __future__ import annotations

from parlour.core import EventKind, RequestKind

LOOK = RequestKind("look", secret=True, target=True, optional=True)
"""Look, as the seer, at one player's card or at two of the centre."""
PEEK = RequestKind("peek", secret=True, target=True, optional=True)
"""Look at a card of the centre, as a werewolf who is alone."""
ROB = RequestKind("rob", secret=True, target=True, optional=True)
"""Take another's card for your own, as the robber, and look at it."""
SWAP = RequestKind("swap", secret=True, target=True, optional=True)
"""Exchange the cards of two others unseen, as the troublemaker."""
DRINK = RequestKind("drink", secret=True, target=True)
"""Take a card of the centre for your own, as the drunk, without looking at it."""

ALONE = EventKind("alone", dealt=True)
"""Nobody else showed the card that somebody was looking for; `role` is their own."""
LOOKED = EventKind("looked", secret=True)
"""Whose card somebody has looked at, or which of the centre, and what it was; nothing chosen is no look."""
ROBBED = EventKind("robbed", secret=True)
"""Whose card a robber has taken, and what it is."""
SWAPPED = EventKind("swapped", secret=True)
"""Whose cards a troublemaker has exchanged."""
DRANK = EventKind("drank", secret=True)
"""Which card of the centre a drunk has taken."""
WOKE = EventKind("woke", secret=True)
"""What an insomniac's card is when the night is over."""
SHOT = EventKind("shot", removes=True, tells_end=True, attitude="hostile")
"""Whom a hunter that dies takes along: for whom it has voted."""
LEFT = EventKind("left", tells_end=True)
"""What a card of the centre is at the end."""
