"""What Avalon asks of a player and what happens at its table, beside the kinds that every game has."""

from __future__ import annotations

from typing import cast

from parlour.games import EventKind, Kind

PROPOSE = cast("Kind", "propose")
"""Choose, as the leader, who goes on the quest; to choose nobody counts as a rejected proposal."""
BALLOT = cast("Kind", "ballot")
"""Approve or reject the proposed team, all at once; to do neither counts as a rejection."""
QUEST = cast("Kind", "quest")
"""Play a card on the quest in secret; no card counts as a success."""
ASSASSINATE = cast("Kind", "assassinate")
"""Name Merlin, as the assassin, after three successes; to name nobody lets the good win."""

SEEN = cast("EventKind", "seen")
"""Dealt, in private: whom Merlin sees (`role` evil), or who may be Merlin for Percival (`role` merlin)."""
LED = cast("EventKind", "led")
"""Who is leader now (`actor`), and for which proposal of the quest in a row, from 1 (`chosen`)."""
PROPOSED = cast("EventKind", "proposed")
"""Which team the leader wants to send; nobody where the leader chose none."""
BALLOTED = cast("EventKind", "balloted")
"""How somebody voted on the team, for all to see; nothing chosen is an abstention."""
APPROVED = cast("EventKind", "approved")
"""The team goes on the quest."""
REJECTED = cast("EventKind", "rejected")
"""The team stays at home, and the next leader proposes."""
PLAYED = cast("EventKind", "played")
"""In private: which card somebody played on the quest."""
SUCCEEDED = cast("EventKind", "succeeded")
"""The quest is a success; `chosen` holds the cards, sorted, so that nobody is known by theirs."""
FAILED = cast("EventKind", "failed")
"""The quest is a failure; `chosen` holds the cards, sorted, so that nobody is known by theirs."""
HUNT = cast("EventKind", "hunt")
"""Three quests have succeeded, and the assassin looks for Merlin."""
ASSASSINATED = cast("EventKind", "assassinated")
"""Whom the assassin names as Merlin; nobody where the assassin named none."""
