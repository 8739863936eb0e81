"""Draws wordings so that none comes twice in a row: of several ways, the one that was used longest ago."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from random import Random
from typing import Protocol

from parlour.core.language import Language
from parlour.language.facts.fact import Name
from parlour.language.facts.lexicon import WordKind, vocabulary

_GAP = re.compile(r"\{\w+\}|\byou\b|你", re.IGNORECASE)
_NUMBER = re.compile(r"\d+|(?<=第)[一二三四五六七八九十]+")
_EDGES = ".!?。！？ _"
"""The stops and the marks of gaps around a wording, which stand otherwise where it was used."""


class Chooser(Protocol):
    """A generator that picks one of several wordings: a `Random`, or one that repeats none at once."""

    def choice(self, seq: Sequence[str], /) -> str:
        """Returns one of the wordings."""
        ...


@dataclass(frozen=True, kw_only=True)
class Unrepeated:
    """A chooser of the wording that recent talk used longest ago.

    Attributes:
        turn: the place among players who speak at once and share the `rng`: each takes another wording.
    """

    rng: Random
    recent: tuple[str, ...]
    language: Language
    names: tuple[Name, ...]
    turn: int = 0

    def choice(self, seq: Sequence[str], /) -> str:
        """Returns the wording whose last use lies furthest back; an empty one counts as unused."""
        oldest_first = sorted(self.rng.sample(seq, len(seq)), key=self._last_use)
        return oldest_first[self.turn % len(oldest_first)]

    def _last_use(self, wording: str) -> int:
        bare = sketch(wording, self.language, self.names).strip(_EDGES)
        return self._talk.rfind(bare) if bare else -1

    @cached_property
    def _talk(self) -> str:
        return "\n".join(sketch(text, self.language, self.names) for text in self.recent)


@lru_cache(maxsize=16384)
def sketch(text: str, language: Language, names: tuple[Name, ...]) -> str:
    """Returns a text with marks for its names, gaps, numbers and levels: two with one wording are equal."""
    for pattern, mark in _marks(language, names):
        text = pattern.sub(mark, text)
    return text.lower()


@cache
def _marks(language: Language, names: tuple[Name, ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    levels = {*vocabulary(WordKind.TRUST, language), *vocabulary(WordKind.SUSPICION, language)}
    rows = ((names, "_"), (levels, "~"))
    either = (("|".join(map(re.escape, sorted(words, key=len, reverse=True))), mark) for words, mark in rows)
    return (*((re.compile(row), mark) for row, mark in either if row), (_GAP, "_"), (_NUMBER, "#"))
