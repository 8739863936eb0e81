"""Relations that two people do not have and yet might: what a question about them can offer wrongly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.facts import Kind, Language, Name, Word, entries, say
from parlour.games.mystery.script import Relation

_WOMEN = frozenset(
    {
        "elder_sister",
        "younger_sister",
        "mother",
        "daughter",
        "aunt",
        "niece",
        "wife",
        "fiancee",
        "former_wife",
    }
)
_MEN = frozenset(
    {
        "elder_brother",
        "younger_brother",
        "father",
        "son",
        "uncle",
        "nephew",
        "husband",
        "fiance",
        "former_husband",
    }
)


@dataclass(frozen=True, kw_only=True)
class Kinships:
    """What the people of a story are to each other.

    Attributes:
        relations: all that is told.
        language: the language that they are told in.
    """

    relations: Sequence[Relation]
    language: Language

    def others(self, of: Name, to: Name) -> tuple[str, ...]:
        """What the one is not to the other: relations of the story first, then any, none of the wrong sex."""
        true = {kind for each in self.relations if {each.of, each.to} == {of, to} for kind in each.kinds}
        words = {word: say(Kind.RELATION, word, self.language) for word in entries(Kind.RELATION)}
        wrong = {words[word] for word in self._unfit(of)}
        told = (kind for each in self.relations for kind in each.kinds)
        pool = dict.fromkeys((*told, *words.values()))
        return tuple(kind for kind in pool if kind not in true and kind not in wrong)

    def _unfit(self, name: Name) -> Iterator[Word]:
        """What somebody cannot be to anybody, as far as its other relations show whether it is a woman."""
        told = {kind for each in self.relations if each.of == name for kind in each.kinds}
        shown = [word for word in _WOMEN | _MEN if say(Kind.RELATION, word, self.language) in told]
        known = next((sex for sex in (_WOMEN, _MEN) if not sex.isdisjoint(shown)), frozenset[Word]())
        return (word for word in entries(Kind.RELATION) if word in (_WOMEN | _MEN) - known)
