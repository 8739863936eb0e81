"""What people type, heard as acts of speech: clause by clause, in the light of what was asked."""

from parlour.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable
from parlour.hearing.confirming import (
    DoubtfulRemark,
    LiveHearing,
    OtherReading,
    as_confirmed,
    confirmed,
    joined,
)
from parlour.hearing.continuing import continued, last_begun
from parlour.hearing.entities import place_of, thing_of
from parlour.hearing.hear import hear
from parlour.hearing.meaning import lacks
from parlour.hearing.nearest import nearest
from parlour.hearing.offering import Offer, Offers, offers
from parlour.hearing.said import said

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
