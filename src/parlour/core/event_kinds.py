"""The kinds of event that more than one game tells; a game declares its others itself."""

from __future__ import annotations

from parlour.core.kinds import EventKind

ROLE = EventKind("role", dealt=True)
FELLOWS = EventKind("fellows", dealt=True)
"""Those who share a secret role are told who they are."""
SCRIPT = EventKind("script", dealt=True)
SECRET = EventKind("secret", dealt=True)
OBJECTIVE = EventKind("objective", dealt=True)
ROUND = EventKind("round", opens=True)
NIGHT = EventKind("night", opens=True)
DAY = EventKind("day", opens=True)
INTRODUCED = EventKind("introduced", utterance=True)
ASKED = EventKind("asked", utterance=True)
REPLIED = EventKind("replied", utterance=True)
SPOKE = EventKind("spoke", utterance=True)
CONFERRED = EventKind("conferred", utterance=True, secret=True)
PASSED = EventKind("passed")
INTERRUPTED = EventKind("interrupted")
"""Somebody cut in on whoever spoke, whose further words are lost."""
CHECKED = EventKind("checked", secret=True, deed=True, shows="chosen")
POLLED = EventKind("polled", secret=True, choice=True)
"""A vote that decides nothing: what somebody thinks by then."""
VOTED = EventKind("voted", secret=True, choice=True, attitude="hostile")
"""A vote that counts; its words are secret where it is seen by some alone."""
TIED = EventKind("tied", tells_end=True)
"""Several share the most votes."""
ELIMINATED = EventKind("eliminated", removes=True, tells_end=True)
REVEALED = EventKind("revealed", tells_end=True, shows="chosen")
WON = EventKind("won", tells_end=True)
