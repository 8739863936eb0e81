"""The words around facts, in two languages: those of prompts, and those that the reader speaks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import Any

from parlour.core import count_words
from parlour.core.language import read_yaml
from parlour.language.facts import Language, Name

KIT = "parlour.reader"
"""The package with the words that games share."""
_KINDS = {
    "text": ".*",
    "chosen": ".+",
    "listed": ".+",
    "number": r"\d+",
    "score": r"-?\d+(?:\.\d+)?",
    "kind": ".+",
    "other": ".+",
}


@dataclass(frozen=True, kw_only=True)
class SentenceFrame:
    """One line of the talk, or any other sentence around the facts."""

    kind: str
    fields: Mapping[str, str]

    @property
    def case(self) -> str:
        """Which of the cases of its kind, where there are several."""
        return self.kind.partition(" ")[2]

    def __getitem__(self, field: str) -> str:
        return self.fields.get(field, "")


@dataclass(frozen=True)
class TableNames:
    """Who sits at the table and who was killed, which tells where a name ends."""

    language: Language
    players: tuple[Name, ...]
    victims: tuple[Name, ...] = ()

    @property
    def names(self) -> tuple[Name, ...]:
        """The names that a fact may mention."""
        return (*self.players, *self.victims)


@cache
def words(file: str, language: Language, package: str = KIT) -> Mapping[str, Any]:
    """A data file in one language: that of the kit, and over it that of a package, if it brings one."""
    own = _load(package, file, language)
    return own if package == KIT else {**_load(KIT, file, language), **own}


def _load(package: str, file: str, language: Language) -> Mapping[str, Any]:
    path = resources.files(package) / f"{file}.{language}.yaml"
    if path.is_file():
        return read_yaml(path.read_text(encoding="utf-8"))
    return {}


@cache
def compile_frame(row: str, table: TableNames) -> re.Pattern[str]:
    """A frame as a regular expression: a gap that comes again must hold the same."""
    people = "|".join([*sorted(map(re.escape, table.names), key=len, reverse=True), r"q\d+"])
    seen: set[str] = set()

    def gap(match: re.Match[str]) -> str:
        field = match[1]
        if field in seen:
            return f"(?P={field})"
        seen.add(field)
        return f"(?P<{field}>{_KINDS.get(field) or people})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", gap, re.escape(row)))


USUAL_WORDS = 100
"""The limit of words if a prompt sets none."""
_HIGH, _MEDIUM = 0.5, 0.25
_DIGITS = 6


def fitting(sentences: Iterable[str], words: int | None) -> tuple[str, ...]:
    """As many of the sentences as there is room for, the first ones first."""
    room = USUAL_WORDS if words is None else words
    kept: list[str] = []
    for sentence in sentences:
        if (length := count_words(sentence)) <= room:
            kept.append(sentence)
            room -= length
    return tuple(kept)


def drawn_for(occasion: str) -> Random:
    """A generator that draws the same on the same occasion."""
    return Random(int.from_bytes(hashlib.sha256(occasion.encode()).digest()[:8]))


def order_by(names: Sequence[Name], by: Callable[[Name], float], occasion: Sequence[str]) -> tuple[Name, ...]:
    """Names by a value, the least first; what is equal is settled by lot, alike on the same occasion."""

    def lot(name: Name) -> str:
        return hashlib.sha256("|".join((*occasion, name)).encode()).hexdigest()

    return tuple(sorted(names, key=lambda name: (round(by(name), _DIGITS), lot(name))))


def yes_no(so: bool) -> str:  # noqa: FBT001 - a word for a truth
    """A truth in the word of a form."""
    return "yes" if so else "no"


def level(likely: float) -> str:
    """A probability in the word of a form."""
    return "high" if likely >= _HIGH else "medium" if likely >= _MEDIUM else "low"
