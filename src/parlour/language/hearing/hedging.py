"""Words that make less than a statement of what stands beside them."""

from __future__ import annotations

import re
from functools import cache

from parlour.language.facts import Language
from parlour.language.hearing.wordlists import wordlist


def is_hedged(found: str, language: Language) -> bool:
    """Whether a marked text, in the words that were typed, supposes, denies or only retells something."""
    return _hedges(language).search(found) is not None


@cache
def _hedges(language: Language) -> re.Pattern[str]:
    return re.compile("|".join(wordlist(language)["hedges"]))
