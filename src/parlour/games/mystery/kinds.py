"""What only a mystery tells."""

from __future__ import annotations

from parlour.core import EventKind

ANSWERED = EventKind("answered")
