"""What stands around a sentence of table talk and changes nothing of what it says: leads, answers, joints."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Literal

from parlour.core.language import Language
from parlour.language.facts.fact import (
    CardSeen,
    CentreSeen,
    Check,
    Drank,
    Fellow,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    Robbed,
    RoleClaim,
    Suspicion,
    Swapped,
    Trust,
    VoteFor,
    Woke,
)
from parlour.language.facts.files import load

Joint = Literal["because", "whereas", "so"]
"""How a clause hangs together with the one before it."""
Lead = Literal["leads", "introductions"]
"""What leads up to an opinion, and to what one says of oneself."""
NIGHT_OF_CARDS = (CardSeen, CentreSeen, Robbed, Swapped, Drank, Woke)
"""What is told of a night in which cards are looked at and moved."""
DRESSED = (Check, Fellow, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion, Trust, VoteFor, *NIGHT_OF_CARDS)
"""What is said at a table, and may be dressed."""
_STAND_IN = r"([\ue000-\uf8fe])"
_STOPS = ".!?。！？"


@dataclass(frozen=True, kw_only=True)
class Undressed:
    """A sentence without what stands around what it says.

    Attributes:
        clauses: what it says, one or two sentences without a stop.
        to: the stand-in of whomever it answers; empty where it answers nobody.
    """

    clauses: tuple[str, ...]
    to: str = ""


def undressed(sentence: str, lang: Language) -> Undressed | None:
    """A (veiled) sentence in its clauses; None where nothing stands around it."""
    body = sentence.rstrip(_STOPS)
    lead = _leads(lang).match(body)
    bare = body[lead.end() :] if lead else body
    clauses = _joints(lang).split(bare, maxsplit=1)
    if lead is None and len(clauses) == 1:
        return None
    return Undressed(clauses=tuple(clauses), to=lead[lead.lastindex] if lead and lead.lastindex else "")


def led(sentence: str, lang: Language, rng: Random, names: Sequence[Name], *, kind: Lead = "leads") -> str:
    """A sentence with something that leads up to it: to an opinion, or to what one says of oneself."""
    return _after(rng.choice(_words(lang)[kind]), sentence, lang, names)


def answering(sentence: str, to: Name, lang: Language, rng: Random, names: Sequence[Name]) -> str:
    """A sentence as the answer to somebody."""
    return _after(rng.choice(_words(lang)["answers"]).format(to=to), sentence, lang, names)


def joined_by(
    joint: Joint, first: str, second: str, lang: Language, rng: Random, names: Sequence[Name]
) -> str:
    """Two sentences as one, of which the second gives a reason, a contrast or a consequence."""
    link: str = rng.choice(_words(lang)["joints"][joint])
    return first.rstrip(_STOPS) + link + _inside(second, lang, names)


def is_led(sentence: str, lang: Language) -> bool:
    """Whether something leads up to what a sentence says."""
    return _leads(lang).match(sentence) is not None


def _after(lead: str, sentence: str, lang: Language, names: Sequence[Name]) -> str:
    begun = lead if any(lead.startswith(name) for name in names) else lead[:1].upper() + lead[1:]
    return begun + _inside(sentence, lang, names)


def _inside(sentence: str, lang: Language, names: Sequence[Name]) -> str:
    """A sentence as it stands in the middle of another."""
    if lang == "zh" or sentence.startswith(("I ", "I'", *names)):
        return sentence
    return sentence[:1].lower() + sentence[1:]


@cache
def _words(lang: Language) -> Mapping[str, Any]:
    return load(f"dressing.{lang}.yaml")


@cache
def _leads(lang: Language) -> re.Pattern[str]:
    told = _words(lang)
    return re.compile("|".join(map(_opening, (*told["leads"], *told["introductions"], *told["answers"]))))


def _opening(row: str) -> str:
    """A lead as a pattern: its first letter may be either, and whoever is answered is a group."""
    first = f"[{row[0].upper()}{row[0]}]" if row[0].isascii() and row[0].isalpha() else ""
    return first + _STAND_IN.join(map(re.escape, row.removeprefix(row[0] if first else "").split("{to}")))


@cache
def _joints(lang: Language) -> re.Pattern[str]:
    rows = [row for kind in _words(lang)["joints"].values() for row in kind]
    return re.compile("|".join(map(re.escape, rows)))
