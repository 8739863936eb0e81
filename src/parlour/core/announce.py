"""Events before the state has numbered them."""

from __future__ import annotations

from unicodedata import category

from parlour.core.event import Event
from parlour.core.kinds import EventKind
from parlour.core.request import Player

_UNSEEN = frozenset({"Cc", "Cf", "Cs"})
_JOINERS = "\u200c\u200d"
"""Format characters that some scripts and pictures are spelled with."""


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
    """A speech in one line, of what can be seen: none can look like several people's, or steer a terminal.

    Left out are control characters, halves of surrogate pairs, and format characters: those that turn the
    direction of a line round, tags that spell hidden words, and spaces of no width.
    """
    line = " ".join(speech.split())
    if line.isprintable():
        return line
    seen = "".join(each for each in line if each in _JOINERS or category(each) not in _UNSEEN)
    return " ".join(seen.split())
