"""Hears typed text as acts of speech: clause by clause, in the light of the open question."""

from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable
from parlour.language.hearing.hear import (
    MOST_OFFERED,
    Chip,
    OfferedReadings,
    as_confirmed,
    as_typed,
    chip,
    hear,
    parted,
    rendered,
    said,
)
from parlour.language.hearing.meaning import lacks
from parlour.language.hearing.offering import GAP, Offers, continued, last_begun, nearest, offers

__all__ = [
    "ANYBODY",
    "GAP",
    "MOST_OFFERED",
    "Chip",
    "HeardAct",
    "HeardRemark",
    "OfferedReadings",
    "Offers",
    "SpokenAct",
    "TalkTable",
    "as_confirmed",
    "as_typed",
    "chip",
    "continued",
    "hear",
    "lacks",
    "last_begun",
    "nearest",
    "offers",
    "parted",
    "rendered",
    "said",
]
