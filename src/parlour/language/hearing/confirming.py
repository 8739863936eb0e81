"""What was heard and is not certain, as it is shown to whoever typed it, and their words once confirmed.

The confirmed reading travels in the words themselves, after what was typed: `sus af that des (that is: I
suspect Desmond.)`. So everybody hears the same, whoever is at the table and whichever way the words came.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from parlour.language.facts import Language
from parlour.language.hearing.wordlists import wordlist


@dataclass(frozen=True, kw_only=True)
class OtherReading:
    """What else a person may mean by their words.

    Attributes:
        line: it, as it is shown.
        confirmed: their words with it, as they are sent by whoever means it.
    """

    line: str
    confirmed: str


@dataclass(frozen=True, kw_only=True)
class DoubtfulRemark:
    """What a person is told before their words are said, where these are not certain to be understood.

    Attributes:
        lines: what was heard, and what not.
        confirmed: their words with what they are taken to mean; empty where nothing is to be confirmed.
        nearest: the nearest sentence that is understood, perhaps with gaps, where nothing of theirs is.
        others: what else they may mean, the likelier first.
    """

    lines: tuple[str, ...]
    confirmed: str = ""
    nearest: str = ""
    others: tuple[OtherReading, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LiveHearing:
    """What is heard so far of what somebody is still typing.

    Attributes:
        lines: what was heard, and what not.
        is_sure: whether it would be said as it stands, without asking first.
        nearest: as in a doubtful remark.
    """

    lines: tuple[str, ...] = ()
    is_sure: bool = True
    nearest: str = ""


def confirmed(typed: str, sentences: Sequence[str], language: Language) -> str:
    """What was typed with the sentences that it is taken to mean."""
    return wordlist(language)["that_is"].format(typed=typed, said=joined(sentences, language))


def joined(sentences: Sequence[str], language: Language) -> str:
    """Sentences one after another, each once."""
    return (" " if language == "en" else "").join(dict.fromkeys(sentences))


def as_confirmed(text: str, language: Language) -> str:
    """What of somebody's words counts: the reading that they confirmed, or else all of them."""
    found = _reading(language).fullmatch(text)
    return found["said"] if found else text


@cache
def _reading(language: Language) -> re.Pattern[str]:
    pattern = re.escape(wordlist(language)["that_is"])
    gaps = {"typed": "(?s:.*)", "said": "(?P<said>.+)"}
    for gap, either in gaps.items():
        pattern = pattern.replace(re.escape(f"{{{gap}}}"), either)
    return re.compile(pattern)
