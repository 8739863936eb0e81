"""Events before the state has numbered them."""

from __future__ import annotations

from parlour.core.event import Event
from parlour.core.kinds import EventKind
from parlour.core.request import Player


def private(
    kind: EventKind,
    player: Player,
    *,
    case: str | None = None,
    chosen: tuple[str, ...] = (),
    text: str = "",
    role: str | None = None,
) -> Event:
    """An event that one player alone learns of."""
    return event(
        kind, actor=player, case=case, chosen=chosen, text=text, role=role, visible_to=frozenset({player})
    )


def event(
    kind: EventKind,
    *,
    actor: Player | None = None,
    to: Player | None = None,
    case: str | None = None,
    chosen: tuple[str, ...] = (),
    text: str = "",
    role: str | None = None,
    visible_to: frozenset[Player] | None = None,
) -> Event:
    """An event, public unless said otherwise; the state numbers it."""
    return Event(
        number=0,
        kind=kind,
        actor=actor,
        to=to,
        case=case,
        chosen=chosen,
        text=text,
        role=role,
        visible_to=visible_to,
    )


def one_line(speech: str) -> str:
    """A speech without line breaks: no speech can look like several people's."""
    return " ".join(speech.split())
