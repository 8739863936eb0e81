"""The events of a mystery that come of what somebody says."""

from __future__ import annotations

from parlour.games.announce import event, one_line, private
from parlour.games.game import Action, Event, EventKind, Kind, Request


def spoken(request: Request, action: Action) -> Event:
    """An introduction or a reply; a player who says nothing is seen to say nothing."""
    said = EventKind.INTRODUCED if request.kind is Kind.INTRODUCE else EventKind.REPLIED
    kind = said if action.speech.strip() else EventKind.PASSED
    return event(
        kind, actor=request.player, to=request.partner, case=request.case, text=one_line(action.speech)
    )


def answered(request: Request, action: Action) -> Event:
    """An answer to one of the script's questions, known to whoever gave it."""
    return private(EventKind.ANSWERED, request.player, case=request.case, chosen=action.chosen)
