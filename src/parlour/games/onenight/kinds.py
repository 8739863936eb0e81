"""The kinds of requests and events for cards by night, where people's rules are played."""

from __future__ import annotations

from parlour.core import EventKind, RequestKind

PEEK = RequestKind("peek", secret=True, target=True, optional=True)
"""Look at a card of the centre, as a werewolf who is alone."""
LOOK = RequestKind("look", secret=True, target=True, optional=True)
"""Look, as the seer, at one player's card or at two of the centre."""
ROB = RequestKind("rob", secret=True, target=True, optional=True)
"""Take another's card for your own, as the robber, and look at it."""
SWAP = RequestKind("swap", secret=True, target=True, optional=True)
"""Exchange the cards of two others unseen, as the troublemaker."""
DRINK = RequestKind("drink", secret=True, target=True)
"""Take a card of the centre for your own, as the drunk, without looking at it."""

ALONE = EventKind("alone", dealt=True)
"""No other player showed the expected card; `role` is the player's own."""
LOOKED = EventKind("looked", secret=True)
"""The card that a player has looked at, before another or in the centre; nothing chosen is no look."""
ROBBED = EventKind("robbed", secret=True)
"""The victim of a robber, and the card taken."""
SWAPPED = EventKind("swapped", secret=True)
"""The players whose cards a troublemaker has exchanged."""
DRANK = EventKind("drank", secret=True)
"""The card of the centre that a drunk has taken."""
WOKE = EventKind("woke", secret=True)
"""The insomniac's card when the night is over."""
SHOT = EventKind("shot", removes=True, tells_end=True, attitude="hostile")
"""The player that a dying hunter takes along: the one it voted for."""
LEFT = EventKind("left", tells_end=True)
"""A card of the centre at the end."""
