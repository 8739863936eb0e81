"""Hears typed text as acts of speech: clause by clause, in the light of the open question."""

from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable
from parlour.language.hearing.entities import place_of, thing_of
from parlour.language.hearing.hear import (
    DoubtfulRemark,
    LiveHearing,
    OtherReading,
    as_confirmed,
    confirmed,
    hear,
    joined,
    said,
)
from parlour.language.hearing.meaning import lacks
from parlour.language.hearing.offering import Offer, Offers, continued, last_begun, nearest, offers

__all__ = [
    "ANYBODY",
    "DoubtfulRemark",
    "HeardAct",
    "HeardRemark",
    "LiveHearing",
    "Offer",
    "Offers",
    "OtherReading",
    "SpokenAct",
    "TalkTable",
    "as_confirmed",
    "confirmed",
    "continued",
    "hear",
    "joined",
    "lacks",
    "last_begun",
    "nearest",
    "offers",
    "place_of",
    "said",
    "thing_of",
]
