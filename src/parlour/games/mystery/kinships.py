"""Relations that two people do not have and yet might: what a question about them can offer wrongly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from parlour.games.mystery.script import Kinship
from parlour.language.facts import Language, Name, Word, WordKind, entries, say

_WOMEN: tuple[Word, ...] = ("aunt", "niece", "daughter", "fiancee", "former_wife")
_MEN: tuple[Word, ...] = ("uncle", "nephew", "son", "fiance", "former_husband")
_RARE_WOMEN: tuple[Word, ...] = ("elder_sister", "younger_sister", "mother", "wife")
_RARE_MEN: tuple[Word, ...] = ("elder_brother", "younger_brother", "father", "husband")
_FEWEST = 4


@dataclass(frozen=True, kw_only=True)
class Kinships:
    """What the people of a story are to each other.

    Attributes:
        relations: all that is told.
        language: the language that they are told in.
    """

    relations: Sequence[Kinship]
    language: Language

    def others(self, of: Name, to: Name) -> tuple[str, ...]:
        """What the one is not to the other, and somebody in the story is to somebody.

        None is of the wrong sex; where the story has few, the lexicon fills up.
        """
        unfit = {*self._true(of, to), *self._said((*_WOMEN, *_MEN, *_RARE_WOMEN, *_RARE_MEN))}
        unfit -= set(self._of_sex(of)) - set(self._true(of, to))
        told = dict.fromkeys(kind for each in self.relations for kind in each.kinds if kind not in unfit)
        more = (kind for kind in self._said(entries(WordKind.RELATION)) if kind not in unfit)
        return tuple(told) if len(told) >= _FEWEST else tuple(dict.fromkeys((*told, *more)))

    def family(self, of: Name, to: Name) -> tuple[str, ...]:
        """Family ties that the one could have, and has not, to the other."""
        true = self._true(of, to)
        return tuple(kind for kind in self._of_sex(of) if kind not in true)

    def is_family(self, kind: str) -> bool:
        """Whether a relation tells the sex of the one who has it."""
        return kind in self._said((*_WOMEN, *_MEN))

    def _true(self, of: Name, to: Name) -> list[str]:
        return [kind for each in self.relations if {each.of, each.to} == {of, to} for kind in each.kinds]

    def _of_sex(self, name: Name) -> tuple[str, ...]:
        """The common family ties of somebody's sex, as far as its other relations show that."""
        told = [kind for each in self.relations if each.of == name for kind in each.kinds]
        for common, rare in ((_WOMEN, _RARE_WOMEN), (_MEN, _RARE_MEN)):
            if any(kind in told for kind in self._said((*common, *rare))):
                return self._said(common)
        return ()

    def _said(self, words: Iterable[Word]) -> tuple[str, ...]:
        return tuple(say(WordKind.RELATION, word, self.language) for word in words)
