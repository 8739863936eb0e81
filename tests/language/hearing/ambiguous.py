"""Remarks that may be meant in more than one way, for tests of the chips that are offered of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.arena import Listener
from parlour.core import Player, Request
from parlour.language.facts import Language
from parlour.language.hearing import OfferedReadings

_REMARKS: Mapping[Language, Sequence[str]] = {
    "en": (
        "never mind {one}, look at {other}",
        "rather {other} than {one}",
        "i'd not trust {other} around {one}",
        "{one} keeps covering for {other}",
        "it's {one} or {other}, one of the two",
    ),
    "zh": (
        "别老盯着{one}，看看{other}",
        "比起{one}我更怕{other}",
        "不是{one}就是{other}吧",
        "{one}一直护着{other}",
        "{other}让我发毛，{one}还好",
    ),
}


def ambiguous(ears: Listener, request: Request, language: Language, *people: Player) -> OfferedReadings:
    """The readings of the first of them with two facts to choose from, of which none is lit.

    Args:
        ears: who hears it.
        request: on which it is said, to nobody in particular.
        language: of the table.
        people: two who are spoken of.
    """
    one, other = people
    for remark in _REMARKS[language]:
        heard = ears.hears(remark.format(one=one, other=other), request, None)
        if not heard.lit and all(chip.sentences for chip in heard.chips[:2]):
            return heard
    raise AssertionError("none of these remarks may be meant in more than one way")
