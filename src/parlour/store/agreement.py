"""Whether a run repeats its record, and where it does not."""

from __future__ import annotations

from itertools import takewhile

from parlour.arena import Entry
from parlour.errors import ReplayDiffers

_BEFORE, _AFTER = 30, 60


def require_same(recorded: Entry, repeated: Entry) -> None:
    """Raises `ReplayDiffers`, showing both around the first difference, unless the entries are equal."""
    old, new = (f"{entry.kind} {entry.json}" for entry in (recorded, repeated))
    if old != new:
        at = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
        raise ReplayDiffers(
            f"entry {recorded.number} differs from its record at character {at}: "
            f"recorded {_around(old, at)}, now {_around(new, at)}"
        )


def _around(text: str, at: int) -> str:
    start, end = max(0, at - _BEFORE), at + _AFTER
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
