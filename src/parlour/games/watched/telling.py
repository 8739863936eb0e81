"""What stands in a recorded game, as events that a watcher learns of as the table did."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parlour.core import Event, EventKind, Player, event, event_kinds, one_line
from parlour.games.watched import kinds
from parlour.lab.transcripts import ABSTAINED, Happening
from parlour.lab.watching import is_ballot, is_out

_MARKS = re.compile(r"<<<<+[^>]*>>>>+\S*")
"""What a log writes for programs."""
SEVERAL = ", "


def told(each: Happening, players: Sequence[Player], case: str, *, labels: bool) -> Event | None:
    """An event of the form as the table learned of it; None for what nobody was told, or has no words.

    Args:
        each: it.
        players: of the table.
        case: what votes on players are about.
        labels: whether annotators' labels stand behind what is said.
    """
    if each.kind == "thought" or each.visible_to == ():
        return None
    if is_ballot(each, players):
        chosen = tuple(name for name in each.target if name in players and name != ABSTAINED)
        return _seen(event_kinds.VOTED, each, chosen=chosen, case=case)
    if is_out(each):
        gone = tuple(name for name in each.target if name in players)
        return _seen(kinds.OUT, each, chosen=gone, text=_words(each.text)) if gone else None
    match each.kind:
        case "speech":
            return _speech(each, labels=labels)
        case "vote" | "deed":
            if not each.target and not each.text:
                return None
            what = each.deed or each.kind
            return _seen(kinds.DONE, each, chosen=each.target, text=_words(f"{what}: {_said(each)}"))
        case _:
            text = _words(each.text) or _words(f"{each.deed}: {SEVERAL.join(each.target)}").strip(": ")
            return _seen(kinds.NEWS, each, text=text) if text else None


def _speech(each: Happening, *, labels: bool) -> Event | None:
    words = _words(each.text)
    if not words:
        return None
    marked = f"{words} [{'; '.join(each.labels)}]" if labels and each.labels else words
    if each.speaker is None:
        return _seen(kinds.NEWS, each, text=f"?: {marked}")
    kind = event_kinds.SPOKE if each.visible_to is None else event_kinds.CONFERRED
    return _seen(kind, each, text=marked)


def _said(each: Happening) -> str:
    return SEVERAL.join(each.target) or each.text


def _words(text: str) -> str:
    return one_line(_MARKS.sub("", text))


def _seen(
    kind: EventKind, each: Happening, *, chosen: tuple[str, ...] = (), text: str = "", case: str | None = None
) -> Event:
    seen = None if each.visible_to is None else frozenset(each.visible_to)
    return event(kind, actor=each.speaker, to=None, case=case, chosen=chosen, text=text, visible_to=seen)
