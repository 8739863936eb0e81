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
"""Take somebody along as you die."""
LINK = RequestKind("link", secret=True, target=True)
"""Make two players fall in love."""
SPY = RequestKind("spy", secret=True, target=True, optional=True)
"""Watch the werewolves; the one option is to do it."""
CHARM = RequestKind("charm", secret=True, target=True)
CURSE = RequestKind("curse", secret=True, target=True, optional=True, seeks=True)
"""Lay two votes on somebody."""
DUEL = RequestKind("duel", secret=True, target=True, optional=True, seeks=True)
EXPLODE = RequestKind("explode", secret=True, target=True, optional=True)
"""Die by day, and take somebody along."""
BAR = RequestKind("bar", secret=True, target=True, optional=True, seeks=True)
"""Keep somebody from tomorrow's vote."""
ELECT = RequestKind("elect", target=True, optional=True)
"""Say who is to have the badge, all at once."""
BEQUEATH = RequestKind("bequeath", target=True, optional=True)
"""Hand on the badge, dying."""

TARGETED = EventKind("targeted", secret=True, attitude="hostile")
"""One of several who kill together has named whom."""
ATTACKED = EventKind("attacked", secret=True, clears=True)
"""Whom they kill, unless somebody prevents it."""
PROTECTED = EventKind("protected", secret=True, attitude="friendly")
SAVED = EventKind("saved", secret=True, attitude="friendly")
POISONED = EventKind("poisoned", secret=True, attitude="hostile")
DIED = EventKind("died", removes=True, tells_end=True)
"""Who was found dead in the morning."""
SHOT = EventKind("shot", removes=True, tells_end=True, attitude="hostile")
LINKED = EventKind("linked", secret=True, deed=True)
LOVED = EventKind("loved", secret=True)
"""Somebody is told whom they love."""
SPIED = EventKind("spied", secret=True, shows="chosen")
"""Whom somebody who watched has seen; whom, falls by lot."""
CHARMED = EventKind("charmed", secret=True, attitude="hostile")
CURSED = EventKind("cursed", secret=True, attitude="hostile")
BURIED = EventKind("buried", secret=True, shows="chosen")
"""On which side whoever was voted out stood, as the gravekeeper learns it."""
CROWED = EventKind("crowed")
"""On whom the raven's two votes lie, as everybody hears in the morning."""
GROWLED = EventKind("growled")
"""Whether the bear growls."""
EXPOSED = EventKind("exposed", tells_end=True, shows="chosen")
"""Whoever should have been voted out shows a card, and stays."""
LOST_POWERS = EventKind("lost_powers", tells_end=True, shows="chosen")
SCAPEGOATED = EventKind("scapegoated", removes=True, tells_end=True)
"""A tie falls on whoever has the card for it."""
BARRED = EventKind("barred", attitude="hostile")
DUELLED = EventKind("duelled", removes=True, tells_end=True, deed=True, shows="to")
EXPLODED = EventKind("exploded", removes=True, tells_end=True, deed=True)
GRIEVED = EventKind("grieved", removes=True, tells_end=True)
"""Somebody dies because a lover has."""
PERISHED = EventKind("perished", removes=True, tells_end=True)
"""Somebody dies because whoever charmed them has."""
NAMED = EventKind("named", attitude="friendly")
"""Whom somebody would give the badge to."""
ELECTED = EventKind("elected")
BEQUEATHED = EventKind("bequeathed", attitude="friendly")
