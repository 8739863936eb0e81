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
        """The case among several of its kind."""
        return self.kind.partition(" ")[2]

    def __getitem__(self, field: str) -> str:
        return self.fields.get(field, "")


@dataclass(frozen=True)
class TableNames:
    """The names of the players and of the killed, which show where a name ends."""

    language: Language
    players: tuple[Name, ...]
    victims: tuple[Name, ...] = ()

    @property
    def names(self) -> tuple[Name, ...]:
        """The names that a fact may mention."""
        return (*self.players, *self.victims)


@cache
def words(file: str, language: Language, package: str = KIT) -> Mapping[str, Any]:
    """Returns a data file in one language: the kit's, overridden by a package's own, if any."""
    own = _load(package, file, language)
    return own if package == KIT else {**_load(KIT, file, language), **own}


def _load(package: str, file: str, language: Language) -> Mapping[str, Any]:
    path = resources.files(package) / f"{file}.{language}.yaml"
    if path.is_file():
        return read_yaml(path.read_text(encoding="utf-8"))
    return {}


@cache
def compile_frame(row: str, table: TableNames) -> re.Pattern[str]:
    """Returns a frame as a regular expression; a repeated gap must match the same text."""
    people = "|".join([*sorted(map(re.escape, table.names), key=len, reverse=True), r"q\d+"])
    fields: set[str] = set()

    def gap(match: re.Match[str]) -> str:
        field = match[1]
        if field in fields:
            return f"(?P={field})"
        fields.add(field)
        return f"(?P<{field}>{_KINDS.get(field) or people})"

    return re.compile(re.sub(r"\\\{(\w+)\\\}", gap, re.escape(row)))


USUAL_WORDS = 100
"""The limit of words if a prompt sets none."""
_HIGH, _MEDIUM = 0.5, 0.25
_DIGITS = 6


def fitting(sentences: Iterable[str], words: int | None) -> tuple[str, ...]:
    """Returns as many of the sentences as fit into the word limit, the first ones first."""
    room = USUAL_WORDS if words is None else words
    chosen: list[str] = []
    for sentence in sentences:
        if (length := count_words(sentence)) <= room:
            chosen.append(sentence)
            room -= length
    return tuple(chosen)


def drawn_for(occasion: str) -> Random:
    """Returns a generator that draws the same on the same occasion."""
    return Random(int.from_bytes(hashlib.sha256(occasion.encode()).digest()[:8]))


def order_by(names: Sequence[Name], by: Callable[[Name], float], occasion: Sequence[str]) -> tuple[Name, ...]:
    """Sorts names by a value, the least first; equal ones by a draw that is the same on the same occasion."""

    def lot(name: Name) -> str:
        return hashlib.sha256("|".join((*occasion, name)).encode()).hexdigest()

    return tuple(sorted(names, key=lambda name: (round(by(name), _DIGITS), lot(name))))


def yes_no(so: bool) -> str:  # noqa: FBT001 - a word for a truth
    """Returns a truth value in the word of a form."""
    return "yes" if so else "no"


def level(likely: float) -> str:
    """Returns a probability in the word of a form."""
    return "high" if likely >= _HIGH else "medium" if likely >= _MEDIUM else "low"
