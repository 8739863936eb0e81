"""The layer that limits what reaches a reader and what it says; its reasoning is the same at any strength."""

from parlour.reader.limits.bounded import BoundedCall
from parlour.reader.limits.choosing import sharpened
from parlour.reader.limits.excerpt import Excerpt, excerpts, sent
from parlour.reader.limits.hooks import BoundedSeat, HidingSeat
from parlour.reader.limits.intake import Exposure, Intake
from parlour.reader.limits.law import taken_in
from parlour.reader.limits.misreading import Hand, misread
from parlour.reader.limits.options import IDEAL, MOST_NOISE, OPTIONS, Limits, read_limits

__all__ = [
    "IDEAL",
    "MOST_NOISE",
    "OPTIONS",
    "BoundedCall",
    "BoundedSeat",
    "Excerpt",
    "Exposure",
    "Hand",
    "HidingSeat",
    "Intake",
    "Limits",
    "excerpts",
    "misread",
    "read_limits",
    "sent",
    "sharpened",
    "taken_in",
]
