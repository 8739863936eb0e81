"""Greetings and thanks, as in `Good evening, Tobias!`: they name people and say nothing of them."""

from __future__ import annotations

import re
from functools import cache

from parlour.language.facts import Language
from parlour.language.hearing.marks import KIND, PEOPLE
from parlour.language.hearing.wordlists import wordlist

_WHOM = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}{chr(KIND)}-{chr(KIND + 0xFF)}]"
"""The stand-ins of who is named, and of what one is to another: `my dear friend`."""
_SAYS = re.compile("[\\w\ue000-\uf8ff]")
"""A letter, or the stand-in of anybody or anything."""


def is_greeting(found: str, language: Language) -> bool:
    """Whether a marked text, in the words that were typed, greets or thanks somebody and no more."""
    greets, greeted = _greetings(language)
    left, count = greets.subn(" ", found)
    return count > 0 and _SAYS.search(greeted.sub(" ", left)) is None


@cache
def _greetings(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What greets, and who is greeted; each is taken away in one pass, however much is typed."""
    told = wordlist(language)
    start, end = (r"(?<![\w'])", r"(?![\w'])") if language == "en" else ("", "")
    greets, greeted = ("|".join(told[each]) for each in ("greets", "greeted"))
    return re.compile(f"{start}(?:{greets}){end}"), re.compile(f"{_WHOM}|{start}(?:{greeted}){end}")
