"""Sentences that tell nothing but who is speaking, around and between those that tell something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from parlour.core import count_words
from parlour.language.facts import Language
from parlour.reader.character.persona import Trait
from parlour.reader.frames import words

Slot = Literal["opening", "aside", "closing"]
_USUAL = 3
_MARKED = 2
"""From this degree on, whether somebody is sociable shows in how often they speak of nothing."""
_ASIDES = 2
_STRENGTHS = {1: ("mild",), 2: ("mild", "strong"), 3: ("strong",)}
_ASKS = ("?", "？")
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, kw_only=True)
class Tags:
    """What a character has to say beside its claims.

    Attributes:
        traits: what it is like; at least one.
        language: of the speech.
        heard: everything said so far: nobody echoes another or themselves, while there is something else.
        rng: draws what is said.
    """

    traits: tuple[Trait, ...]
    language: Language
    heard: str
    rng: Random

    def woven(self, sentences: Sequence[str], room: int) -> Iterator[str]:
        """The sentences with the tags among them, of which there are no more words than there is room."""
        tags = self._chosen(sentences, room)
        for number, sentence in enumerate(sentences):
            yield from filter(None, [tags.get(number)])
            yield sentence
        yield from filter(None, [tags.get(len(sentences))])

    def _chosen(self, sentences: Sequence[str], room: int) -> Mapping[int, str]:
        """Tags by the number of the sentence before which they stand."""
        chosen: dict[int, str] = {}
        for (place, slot), trait in zip(self._places(sentences), self._speaking(), strict=False):
            ways = self._ways(trait, slot)
            drawn = (self._filled(each) for each in self.rng.sample(ways, len(ways)))
            unused = (each for each in drawn if each not in chosen.values())
            fitting = [each for each in unused if count_words(each) <= room]
            if fitting:
                chosen[place] = next((each for each in fitting if each not in self.heard), fitting[0])
                room -= count_words(chosen[place])
        return chosen

    def _places(self, sentences: Sequence[str]) -> Sequence[tuple[int, Slot]]:
        """Where something is said; a question at the end wants an answer, and keeps what leads up to it."""
        asks = sentences[-1].endswith(_ASKS)
        gaps = range(1, len(sentences) - asks)
        places: dict[int, Slot] = dict.fromkeys(self.rng.sample(gaps, min(_ASIDES, len(gaps))), "aside")
        places |= {0: "opening"} if asks else {0: "opening", len(sentences): "closing"}
        return self.rng.sample(sorted(places.items()), min(len(places), self._number))

    @property
    def _number(self) -> int:
        """How often somebody speaks of nothing: the sociable more than others, the reserved less."""
        sociable = (each for each in self.traits if each.factor == "extraversion" and each.degree >= _MARKED)
        return _USUAL + sum(1 if each.is_high else -1 for each in sociable)

    def _speaking(self) -> Iterator[Trait]:
        """Which trait speaks next, the marked ones sooner; each once before any of them again."""
        while True:
            left = list(self.traits)
            while left:
                [chosen] = self.rng.choices(left, [each.degree**2 for each in left])
                left.remove(chosen)
                yield chosen

    def _ways(self, trait: Trait, slot: Slot) -> list[str]:
        """What a trait says: mildly, strongly, or either where it is neither slight nor extreme."""
        pole = words(f"character/manners/{trait.factor}", self.language)["high" if trait.is_high else "low"]
        return [each for strength in _STRENGTHS[trait.degree] for each in pole[slot][strength]]

    def _filled(self, way: str) -> str:
        """A sentence with a word in each of its gaps."""
        fillers = words("character/manners/slots", self.language)
        filled = _GAP.sub(lambda gap: self.rng.choice(fillers[gap[1]]), way)
        return filled[:1].upper() + filled[1:]
