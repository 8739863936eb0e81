"""The event kind that only a mystery has."""

from __future__ import annotations

from parlour.core import EventKind

ANSWERED = EventKind("answered", choice=True)
