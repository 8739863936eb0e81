"""The same claims as a certain person would put them: blunt, effusive, hesitant, exact.

What is said stays what it is. Each fact is said in a longer or a shorter one of its phrasings, or louder; and
before, between and after the facts stand sentences that tell nothing but who is speaking, as far as there is
room beside the claims. Everybody else understands the speech as they would have without them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from random import Random

from parlour.core import count_words
from parlour.language.facts import Fact, Language, Name, Question, is_led, read, render
from parlour.reader.character.persona import Trait
from parlour.reader.character.tags import Tags
from parlour.reader.voice import USUAL_WORDS, drawn_for

_WORDY = frozenset({"extraversion", "openness", "conscientiousness"})
_LOUD: Mapping[tuple[str, bool], float] = {("extraversion", True): 0.12, ("neuroticism", True): 0.1}
"""How likely, for each degree, a fact is said with an exclamation mark."""
_MORE_PHRASINGS = 3
"""How many degrees of wordiness it takes to weigh one more phrasing."""
_STOPS: Mapping[Language, tuple[str, str]] = {"en": (".", "!"), "zh": ("。", "！")}


@dataclass(frozen=True, kw_only=True)
class Manner:
    """A character about to speak.

    Attributes:
        traits: what it is like.
        language: of the speech.
        by: who speaks.
        to: who is spoken to, if one player.
        names: everybody whom a speech may name.
        heard: everything said so far, which tells one occasion from another.
    """

    traits: tuple[Trait, ...]
    language: Language
    by: Name
    to: Name | None
    names: tuple[Name, ...]
    heard: str

    def spoken(self, sentences: Sequence[str], limit: int | None) -> tuple[str, ...]:
        """A speech in character, within a number of words; as it was where nothing stands out."""
        if not self.traits or not sentences:
            return tuple(sentences)
        room = USUAL_WORDS if limit is None else limit
        put = [self._put(each) for each in sentences]
        claims = put if _words(put) <= room else sentences
        tags = Tags(traits=self.traits, language=self.language, heard=self.heard, rng=self._draw("tags"))
        return tuple(tags.woven(claims, room - _words(claims)))

    def _put(self, sentence: str) -> str:
        """A sentence as this person would say it; what is not one fact or question by itself stays."""
        told = read(sentence, self.language, speaker=self.by, reader=self.to, names=self.names)
        meant = (*told.facts, *told.questions)
        if len(meant) != 1 or told.ignored or told.answers or is_led(sentence, self.language):
            return sentence
        said, (quiet, loud) = self._phrased(meant[0]), _STOPS[self.language]
        is_loud = said.endswith(quiet) and self._draw(f"loud {meant}").random() < self._loudness
        return said.removesuffix(quiet) + loud if is_loud else said

    def _phrased(self, meant: Fact | Question) -> str:
        """One of several phrasings: the longest from who is wordy, the shortest from who is terse."""
        weighed = 1 + ceil(abs(self._wordiness) / _MORE_PHRASINGS)
        rngs = [self._draw(f"{n} {meant}") for n in range(weighed)]
        ways = [render(meant, self.language, rng, speaker=self.by, reader=self.to) for rng in rngs]
        return (max if self._wordiness > 0 else min)(ways, key=count_words)

    @cached_property
    def _wordiness(self) -> int:
        """How many words somebody makes: above 0 many, below 0 few; who is blunt makes fewer."""
        signed = {each.factor: each.degree if each.is_high else -each.degree for each in self.traits}
        return sum(signed.get(factor, 0) for factor in _WORDY) + min(signed.get("agreeableness", 0), 0)

    @cached_property
    def _loudness(self) -> float:
        """How likely each fact is said with an exclamation mark, from 0 to 1."""
        return min(1, sum(_LOUD.get((each.factor, each.is_high), 0) * each.degree for each in self.traits))

    @cached_property
    def _occasion(self) -> str:
        return hashlib.sha256(f"{self.by}{self.traits}{self.heard}".encode()).hexdigest()

    def _draw(self, purpose: str) -> Random:
        return drawn_for(f"{self._occasion}{purpose}")


def _words(sentences: Sequence[str]) -> int:
    return sum(map(count_words, sentences))
