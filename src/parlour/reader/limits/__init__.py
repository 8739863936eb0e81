"""The layer that limits what reaches a reader and what it says; its reasoning is the same at any strength."""

from parlour.reader.limits.bounded import BoundedCall
from parlour.reader.limits.excerpt import Excerpt, excerpts, sent
from parlour.reader.limits.hooks import BoundedSeat, HidingSeat
from parlour.reader.limits.options import IDEAL, OPTIONS, Limits, read_limits

__all__ = [
    "IDEAL",
    "OPTIONS",
    "BoundedCall",
    "BoundedSeat",
    "Excerpt",
    "HidingSeat",
    "Limits",
    "excerpts",
    "read_limits",
    "sent",
]
