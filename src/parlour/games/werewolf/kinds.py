"""The kinds of requests and events that only Werewolf has."""

from __future__ import annotations

from parlour.core import EventKind, RequestKind

CONFER = RequestKind("confer", secret=True, speech=True, addressed=True, deed="kill")
"""Talk with the other werewolves, and propose a target."""
KILL = RequestKind("kill", secret=True, target=True)
PROTECT = RequestKind("protect", secret=True, target=True)
SAVE = RequestKind("save", secret=True, target=True, optional=True)
"""Undo an attack that you are told of."""
POISON = RequestKind("poison", secret=True, target=True, optional=True, seeks=True)
SHOOT = RequestKind("shoot", secret=True, target=True, optional=True, seeks=True)
"""Take a player along when dying."""
LINK = RequestKind("link", secret=True, target=True)
"""Make two players fall in love."""
SPY = RequestKind("spy", secret=True, target=True, optional=True)
"""Watch the werewolves; the one option is to do it."""
CHARM = RequestKind("charm", secret=True, target=True)
CURSE = RequestKind("curse", secret=True, target=True, optional=True, seeks=True)
"""Add two votes against a player."""
DUEL = RequestKind("duel", secret=True, target=True, optional=True, seeks=True)
EXPLODE = RequestKind("explode", secret=True, target=True, optional=True)
"""Die by day, and take a player along."""
BAR = RequestKind("bar", secret=True, target=True, optional=True, seeks=True)
"""Bar a player from tomorrow's vote."""
ELECT = RequestKind("elect", target=True, optional=True)
"""Name the player to get the badge, all at once."""
BEQUEATH = RequestKind("bequeath", target=True, optional=True)
"""Hand on the badge, dying."""

TARGETED = EventKind("targeted", secret=True, attitude="hostile")
"""One of the pack has named a target."""
ATTACKED = EventKind("attacked", secret=True, clears=True)
"""The pack's target, which a power may still save."""
PROTECTED = EventKind("protected", secret=True, attitude="friendly")
SAVED = EventKind("saved", secret=True, attitude="friendly")
POISONED = EventKind("poisoned", secret=True, attitude="hostile")
DIED = EventKind("died", removes=True, tells_end=True)
"""The players found dead in the morning."""
SHOT = EventKind("shot", removes=True, tells_end=True, attitude="hostile")
LINKED = EventKind("linked", secret=True, deed=True)
LOVED = EventKind("loved", secret=True)
"""A lover learns the other's name."""
SPIED = EventKind("spied", secret=True, shows="chosen")
"""The werewolf that a watching player has seen, drawn at random."""
CHARMED = EventKind("charmed", secret=True, attitude="hostile")
CURSED = EventKind("cursed", secret=True, attitude="hostile")
BURIED = EventKind("buried", secret=True, shows="chosen")
"""The side of a player voted out, as the gravekeeper learns it."""
CROWED = EventKind("crowed")
"""The target of the raven's two votes, public in the morning."""
GROWLED = EventKind("growled")
"""The bear growls, or does not."""
EXPOSED = EventKind("exposed", tells_end=True, shows="chosen")
"""A player who should have been voted out shows the card, and stays."""
LOST_POWERS = EventKind("lost_powers", tells_end=True, shows="chosen")
SCAPEGOATED = EventKind("scapegoated", removes=True, tells_end=True)
"""A tie kills the scapegoat."""
BARRED = EventKind("barred", attitude="hostile")
DUELLED = EventKind("duelled", removes=True, tells_end=True, deed=True, shows="to")
EXPLODED = EventKind("exploded", removes=True, tells_end=True, deed=True)
GRIEVED = EventKind("grieved", removes=True, tells_end=True)
"""A lover dies because the other has."""
PERISHED = EventKind("perished", removes=True, tells_end=True)
"""A charmed player dies because the charmer has."""
NAMED = EventKind("named", attitude="friendly")
"""A player's choice of mayor."""
ELECTED = EventKind("elected")
BEQUEATHED = EventKind("bequeathed", attitude="friendly")
