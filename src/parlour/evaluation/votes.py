"""What a record's events tell of its votes, its roles and its end, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.arena import Record, events
from parlour.core import CaseOutcome, Event, EventKind, Player, event_kinds, find_game


def ballots(record: Record) -> list[Event]:
    """Every vote of a match that counted; an abstention chooses nobody."""
    return [event for event in events(record) if event.kind is event_kinds.VOTED]


def polls(record: Record) -> list[Event]:
    """Every vote that decided nothing, such as those after all rounds but the last."""
    return [event for event in events(record) if event.kind is event_kinds.POLLED]


def dealt_roles(record: Record) -> Mapping[Player, str]:
    """What everybody was dealt; nothing in a game that deals no roles."""
    return {
        player: event.role
        for event in events(record)
        if event.kind is event_kinds.ROLE and event.role
        for player in event.visible_to or ()
    }


def final_roles(record: Record) -> Mapping[Player, str]:
    """What everybody is in the end: as the end reveals it where roles may change, and else as dealt."""
    dealt = dealt_roles(record)
    shown = {
        event.chosen[0]: event.role
        for event in events(record)
        if event.kind is event_kinds.REVEALED and event.role and len(event.chosen) == 1
    }
    return {player: shown.get(player, role) for player, role in dealt.items()}


def outcomes(record: Record) -> list[CaseOutcome]:
    """How each case ended: whom it eliminated last, who is revealed as sought, and which side won it.

    Who is sought is revealed with the case; in a game that reveals all roles at its end, instead, they are
    those who have a role that is sought.
    """
    told, sought = events(record), find_game(record.setup.game.name).sought
    won = {event.case or "": event for event in told if event.kind is event_kinds.WON}
    return [
        CaseOutcome(
            case=case,
            eliminated=next(iter(_names(told, event_kinds.ELIMINATED, case)[::-1]), None),
            truth=_revealed(told, case) or _holders(told[told.index(end) :], sought),
            winner=next(iter(end.chosen), None),
            also=end.chosen[1:],
        )
        for case, end in won.items()
    ]


def _names(told: Sequence[Event], kind: EventKind, case: str) -> list[Player]:
    return [
        name for event in told if event.kind is kind and (event.case or "") == case for name in event.chosen
    ]


def _revealed(told: Sequence[Event], case: str) -> tuple[Player, ...]:
    return tuple(dict.fromkeys(_names(told, event_kinds.REVEALED, case))) if case else ()


def _holders(told: Sequence[Event], roles: Sequence[str]) -> tuple[Player, ...]:
    shown = [event for event in told if event.kind is event_kinds.REVEALED and event.role in roles]
    return tuple(name for event in shown for name in event.chosen)
