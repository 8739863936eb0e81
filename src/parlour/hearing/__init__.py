"""What people type, heard as acts of speech: clause by clause, in the light of what was asked."""

from parlour.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable
from parlour.hearing.confirming import DoubtfulRemark, as_confirmed, confirmed, joined
from parlour.hearing.entities import place_of, thing_of
from parlour.hearing.hear import hear
from parlour.hearing.meaning import lacks
from parlour.hearing.said import said

__all__ = [
    "ANYBODY",
    "DoubtfulRemark",
    "HeardAct",
    "HeardRemark",
    "SpokenAct",
    "TalkTable",
    "as_confirmed",
    "confirmed",
    "hear",
    "joined",
    "lacks",
    "place_of",
    "said",
    "thing_of",
]
