"""Telling one's own name, as most people do first: everybody knows it, and it says nothing else."""

from __future__ import annotations

import re
from functools import cache

from parlour.language.facts import Language
from parlour.language.hearing.act import TalkTable
from parlour.language.hearing.marks import PEOPLE
from parlour.language.hearing.wordlists import wordlist


def without_own_name(text: str, table: TalkTable) -> str:
    """A marked text of a story without `I'm Edmund`; what else a sentence tells of oneself stays."""
    if table.is_of_roles or table.speaker not in table.names:
        return text
    mark = chr(PEOPLE + table.names.index(table.speaker))
    for pattern, kept in _names(table.language, mark):
        text = pattern.sub(kept, text)
    return text.strip()


@cache
def _names(language: Language, mark: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    told = wordlist(language)["own_name"]
    return tuple((re.compile(pattern.replace("<me>", mark)), kept) for pattern, kept in told.items())
