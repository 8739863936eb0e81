"""What only Werewolf asks for and tells."""

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
