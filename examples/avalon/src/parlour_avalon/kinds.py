"""What only Avalon asks for and tells."""

from __future__ import annotations

from parlour.core import EventKind, RequestKind

PROPOSE = RequestKind("propose", target=True, judges=True)
"""Choose, as the leader, who goes on the quest; to choose nobody counts as a rejected proposal."""
BALLOT = RequestKind("ballot", judges=True)
"""Approve or reject the proposed team, all at once; to do neither counts as a rejection."""
QUEST = RequestKind("quest", secret=True)
"""Play a card on the quest; no card counts as a success."""
CONFER = RequestKind("confer", secret=True, speech=True, addressed=True, deed="assassinate")
"""Advise the assassin, among the evil who know each other, whom to name as Merlin."""
ASSASSINATE = RequestKind("assassinate", secret=True, target=True, seeks=True)
"""Name Merlin, as the assassin, after three successes; to name nobody lets the good win."""

SEEN = EventKind("seen", dealt=True)
"""Whom Merlin sees (`role` evil), or who may be Merlin for Percival (`role` merlin)."""
LED = EventKind("led", opens=True)
"""Who is leader now (`actor`), and for which proposal of the quest in a row, from 1 (`chosen`)."""
PROPOSED = EventKind("proposed", attitude="friendly")
"""Which team the leader wants to send; nobody where the leader chose none."""
BALLOTED = EventKind("balloted")
"""How somebody voted on the team, for all to see; nothing chosen is an abstention."""
APPROVED = EventKind("approved", tells_end=True)
"""The team goes on the quest."""
REJECTED = EventKind("rejected", tells_end=True)
"""The team stays at home, and the next leader proposes."""
PLAYED = EventKind("played", secret=True)
"""Which card somebody played on the quest, told to that player alone."""
SUCCEEDED = EventKind("succeeded", tells_end=True)
"""The quest is a success; `chosen` says how many of its cards were fails, not whose."""
FAILED = EventKind("failed", tells_end=True)
"""The quest is a failure; `chosen` says how many of its cards were fails, not whose."""
HUNT = EventKind("hunt", opens=True)
"""Three quests have succeeded, and the assassin looks for Merlin."""
ASSASSINATED = EventKind("assassinated", attitude="hostile")
"""Whom the assassin names as Merlin; nobody where the assassin named none."""
