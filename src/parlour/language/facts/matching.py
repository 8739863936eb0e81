"""Understanding one sentence: which patterns it fits, and what they then mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast

from parlour.language.facts.fact import Claim, Fact, Plain
from parlour.language.facts.gaps import Voice, gap_pattern, hear_person, hear_value
from parlour.language.facts.names import NameVeil
from parlour.language.facts.pattern import PEOPLE, Gap, Pattern, lexical_kind
from parlour.language.facts.question import Confirm, Question

Index = Mapping[str, tuple[Pattern, ...]]
"""Patterns by their anchor."""


def index(patterns: Iterable[Pattern]) -> Index:
    """Patterns by the literal without which a text need not be tried."""
    rows = tuple(patterns)
    return {
        anchor: tuple(row for row in rows if row.anchor == anchor) for anchor in {row.anchor for row in rows}
    }


@dataclass(frozen=True, kw_only=True)
class Ear:
    """Somebody who listens for certain patterns.

    Attributes:
        index: the patterns of a whole sentence.
        inner: the patterns of a sentence inside a sentence, such as what somebody says.
        given: fields that were settled outside the sentence.
    """

    index: Index
    inner: Index
    voice: Voice
    cast: NameVeil
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def meanings(self, text: str) -> Iterator[Fact | Question]:
        """What a text, without its full stop, means by each pattern that it fits."""
        lowered = text[:1].lower() + text[1:]
        for anchor, patterns in self.index.items():
            if anchor in lowered:
                for pattern in patterns:
                    meaning = self._meaning(text if pattern.opens_with_person else lowered, pattern)
                    if meaning is not None:
                        yield meaning

    def _meaning(self, text: str, pattern: Pattern) -> Fact | Question | None:
        match = _regex(pattern).fullmatch(text)
        if match is None:
            return None
        wanted = pattern.type.__dataclass_fields__
        values: dict[str, Any] = {name: value for name, value in self.given.items() if name in wanted}
        values.update(pattern.fixed)
        for gap in pattern.gaps:
            name = "fact" if gap.field == "speech" else gap.field
            values[name] = self._heard(match[gap.field], gap, pattern, values)
        if len(values) < len(wanted) or None in values.values():
            return None
        meaning = pattern.type(**values)
        return Confirm(fact=cast(Plain, meaning)) if pattern.confirms else meaning

    def _heard(self, text: str, gap: Gap, pattern: Pattern, values: Mapping[str, Any]) -> object | None:
        """What fills a gap, understood."""
        if gap.field in PEOPLE:
            return hear_person(text, gap, pattern.language, self.voice, self.cast)
        if gap.field == "fact":
            return replace(self, index=self.inner)._plain(text)
        if gap.field == "speech":
            return replace(self, index=self.inner, voice=Voice(speaker=values["by"]))._plain(text)
        return hear_value(text, gap, lexical_kind(pattern.type, gap.field), pattern.language)

    def _plain(self, text: str) -> Plain | None:
        found = set(self.meanings(text))
        fact = found.pop() if len(found) == 1 else None
        return None if isinstance(fact, Claim) else cast(Plain | None, fact)


@cache
def _regex(pattern: Pattern) -> re.Pattern[str]:
    parts = pattern.parts
    neighbours = zip(("", *parts), (*parts[1:], ""), strict=False)
    crowded = [isinstance(before, Gap) or isinstance(after, Gap) for before, after in neighbours]
    return re.compile(
        "".join(
            re.escape(part)
            if isinstance(part, str)
            else gap_pattern(part, lexical_kind(pattern.type, part.field), pattern.language, crowded=beside)
            for part, beside in zip(parts, crowded, strict=True)
        )
    )
