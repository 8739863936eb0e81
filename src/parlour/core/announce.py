"""Makes events, and cleans names and texts from outside."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from parlour.core.kinds import EventKind
from parlour.core.request import Player
from parlour.core.state import Event

_UNSEEN = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u2064\u2066-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\U000110bd\U000110cd"
    "\U00013430-\U00013438\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]"
)
"""Unicode 14's classes Cc, Cf and Cs, without line ends, tabs, and the joiners of scripts and pictures."""


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


def visible(text: str) -> str:
    """Removes from a text what cannot be seen; line ends and tabs stay.

    Removed are control characters, halves of surrogate pairs, and format characters: those that turn the
    direction of a line round, tags that spell hidden words, and spaces of no width.
    """
    return text if text.isprintable() else _UNSEEN.sub("", text)


def visible_values(data: object) -> object:
    """Removes what cannot be seen from every text in plain data, such as parsed JSON."""
    match data:
        case str():
            return visible(data)
        case list() | tuple():
            return [visible_values(item) for item in cast("Sequence[object]", data)]
        case dict():
            return {key: visible_values(item) for key, item in cast("dict[object, object]", data).items()}
        case _:
            return data


def one_line(speech: str) -> str:
    """A speech in one line, of what can be seen: none can look like several people's, or steer a terminal."""
    line = " ".join(speech.split())
    return line if line.isprintable() else " ".join(visible(line).split())


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Returns the normal form of a name: without case, spaces, punctuation and what cannot be seen.

    So `player_3` and `**Player 3**` are "Player 3". A name of punctuation or symbols alone keeps them.
    """
    seen = name.replace("\u200c", "").replace("\u200d", "")
    folded = unicodedata.normalize("NFKC", one_line(seen)).casefold()
    return "".join(each for each in folded if unicodedata.category(each)[0] in "LMN") or folded
