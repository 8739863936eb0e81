"""The layer that limits what reaches a reader and what it says; its reasoning is the same at any strength."""

from parlour.reader.limits.bounded import BoundedCall, BoundedSeat, HidingSeat, sharpen
from parlour.reader.limits.intake import Exposure, Intake, excerpts, misread, sent
from parlour.reader.limits.options import IDEAL, MOST_NOISE, OPTIONS, Limits, read_limits, taken_in

__all__ = [
    "IDEAL",
    "MOST_NOISE",
    "OPTIONS",
    "BoundedCall",
    "BoundedSeat",
    "Exposure",
    "HidingSeat",
    "Intake",
    "Limits",
    "excerpts",
    "misread",
    "read_limits",
    "sent",
    "sharpen",
    "taken_in",
]
