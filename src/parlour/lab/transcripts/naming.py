"""First names of real people become the names of seats, where they speak and where they are spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

SOMEBODY = "somebody"
"""Who stands in the place of a person of the collection that does not sit at this table."""
_WORD = re.compile(r"[^\W\d_]+")
_ALIKE = 0.85
"""From this likeness on, a word that no text has in small letters is a misspelt name."""
_BEFORE_A_WORD = frozenset(
    [
        "the",
        "a",
        "an",
        "no",
        "any",
        "one",
        "your",
        "my",
        "his",
        "her",
        "real",
        "actual",
        "another",
        "of",
        "was",
    ]
)


def small_words(texts: Iterable[str]) -> frozenset[str]:
    """The words that some text has in small letters: of these, one is no name by its look."""
    return frozenset(word for text in texts for word in _WORD.findall(text) if word.islower())


@dataclass
class SeatNames:
    """The seats of one table, and the names that stand for them.

    A word is taken for a name if it is one of the table's, or a short or misspelt form of just one of them
    that no text of the collection has in small letters. A name that is a word as well counts as a name where
    it has a capital within a sentence or before a comma, and not behind an article.

    Attributes:
        seats: the seat of each first name, in the order of the table.
        others: first names of people at other tables of the collection.
        words: what the collection has in small letters.
        taken: how many words gave way.
        left: how many words were left that may have been names.
    """

    seats: Mapping[str, str]
    others: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    taken: int = 0
    left: int = 0
    _forms: dict[str, str | None] = field(default_factory=dict[str, "str | None"])

    def seat(self, name: str) -> str | None:
        """The seat of a speaker, or of whoever was voted for; of a misspelt name too, if it is clear."""
        wanted = name.strip().casefold()
        return self._exact.get(wanted) or self._close(wanted)

    def replaced(self, text: str) -> str:
        """A text with seats in the place of names."""
        return _WORD.sub(lambda found: self._word(found, text), text)

    @cached_property
    def _exact(self) -> Mapping[str, str]:
        return {each.casefold(): seat for each, seat in self.seats.items()}

    def _word(self, found: re.Match[str], text: str) -> str:
        word = found[0]
        key = word.casefold()
        if key in self._exact and key not in self.words:
            self.taken += 1
            return self._exact[key]
        if not word[0].isupper():
            return word
        if key in self._exact:
            return self._taken(self._exact[key]) if self._is_named(found, text) else self._left(word)
        if key in self.words:
            return word
        if key not in self._forms:
            self._forms[key] = self._close(key) or (SOMEBODY if key in self.others else None)
        seat = self._forms[key]
        return self._taken(seat) if seat else word

    def _taken(self, seat: str) -> str:
        self.taken += 1
        return seat

    def _left(self, word: str) -> str:
        self.left += 1
        return word

    def _is_named(self, found: re.Match[str], text: str) -> bool:
        """Whether a word that is also a name stands for somebody here."""
        before, after = text[: found.start()].rstrip(), text[found.end() :]
        last = _WORD.findall(before.casefold())[-1:]
        if last and last[0] in _BEFORE_A_WORD:
            return False
        return bool(before and before[-1] not in ".?!") or after.startswith((",", "?", "!", "'s", "’s"))

    def _close(self, key: str) -> str | None:
        """The one seat whose name a word shortens, lengthens or misspells."""
        found = {seat for name, seat in self._exact.items() if _is_form(key, name)}
        return found.pop() if len(found) == 1 else None


def seats_of(names: Sequence[str]) -> dict[str, str]:
    """A seat for each name: Player 1, Player 2 and so on, in the order of the source."""
    return {name: f"Player {number}" for number, name in enumerate(names, 1)}


def _is_form(word: str, name: str) -> bool:
    if min(len(word), len(name)) < 3 or word[0] != name[0]:
        return False
    return (
        word.startswith(name) or name.startswith(word) or SequenceMatcher(None, word, name).ratio() >= _ALIKE
    )
