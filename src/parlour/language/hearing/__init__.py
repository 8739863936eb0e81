"""Hears typed text as acts of speech: clause by clause, in the light of the open question."""

from parlour.language.hearing.act import ANYBODY, HeardAct, HeardRemark, SpokenAct, TalkTable, lacks
from parlour.language.hearing.chips import (
    Chip,
    OfferedReadings,
    as_confirmed,
    chip,
    say_act,
    say_meaning,
    split_reading,
)
from parlour.language.hearing.clauses import comma_parts, sentences, wordlist
from parlour.language.hearing.hear import MOST_OFFERED, as_typed, follow, hear
from parlour.language.hearing.offering import GAP, Offer, Offers, complete_words, last_begun, nearest, offers

__all__ = [
    "ANYBODY",
    "GAP",
    "MOST_OFFERED",
    "Chip",
    "HeardAct",
    "HeardRemark",
    "Offer",
    "OfferedReadings",
    "Offers",
    "SpokenAct",
    "TalkTable",
    "as_confirmed",
    "as_typed",
    "chip",
    "comma_parts",
    "complete_words",
    "follow",
    "hear",
    "lacks",
    "last_begun",
    "nearest",
    "offers",
    "say_act",
    "say_meaning",
    "sentences",
    "split_reading",
    "wordlist",
]
