"""The events of a mystery that come of what somebody says."""

from __future__ import annotations

from parlour.core import Action, Event, Request, event, event_kinds, one_line, private, request_kinds
from parlour.games.mystery import kinds


def spoken(request: Request, action: Action) -> Event:
    """An introduction or a reply; a player who says nothing is seen to say nothing."""
    said = event_kinds.INTRODUCED if request.kind is request_kinds.INTRODUCE else event_kinds.REPLIED
    kind = said if one_line(action.speech) else event_kinds.PASSED
    return event(
        kind, actor=request.player, to=request.partner, case=request.case, text=one_line(action.speech)
    )


def answered(request: Request, action: Action) -> Event:
    """An answer to one of the script's questions, known to whoever gave it."""
    return private(kinds.ANSWERED, request.player, case=request.case, chosen=action.chosen)
