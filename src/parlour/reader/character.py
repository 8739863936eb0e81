"""The speech of a character that a prompt's head describes: its persona, manners and filler sentences.

A manner changes no claim. Each fact is said in a longer or shorter of its phrasings, or louder; and before,
between and after the facts stand sentences that only characterise the speaker, as far as there is room. The
other players understand the speech as they would have without them.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from random import Random
from typing import Literal

from parlour.core import count_words
from parlour.language.facts import Fact, Language, Name, Question, is_led, read, render
from parlour.llm import PartPurpose, Prompt
from parlour.reader.phrases import USUAL_WORDS, drawn_for, words


@dataclass(frozen=True, kw_only=True)
class Trait:
    """A factor of the Big Five in which a character is above or below average.

    Attributes:
        degree: how far from the middle, from 1 to 3.
    """

    factor: str
    is_high: bool
    degree: int


@dataclass(frozen=True, kw_only=True)
class PersonaText(PartPurpose, ABC):
    """The part of a prompt that describes its reader's character; a subclass parses its own wording."""

    @abstractmethod
    def traits(self, text: str, language: Language) -> tuple[Trait, ...]:
        """Returns the traits in a text; none if nothing stands out."""


def traits_of(prompt: Prompt) -> tuple[Trait, ...]:
    """Returns the traits of the persona in a prompt; none if it does not begin with one."""
    first = next(iter(prompt.system), None)
    if first is None or not isinstance(first.purpose, PersonaText):
        return ()
    return first.purpose.traits(first.text, prompt.language)


Slot = Literal["opening", "aside", "closing"]
_USUAL = 3
_MARKED = 2
"""From this degree on, extraversion changes the number of fillers."""
_ASIDES = 2
_STRENGTHS = {1: ("mild",), 2: ("mild", "strong"), 3: ("strong",)}
_ASKS = ("?", "？")
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, kw_only=True)
class Tags:
    """The filler sentences of a character around its claims."""

    traits: tuple[Trait, ...]
    language: Language
    heard: str
    rng: Random

    def woven(self, sentences: Sequence[str], room: int) -> Iterator[str]:
        """Returns the sentences with the tags among them, which have at most `room` words."""
        tags = self._chosen(sentences, room)
        for number, sentence in enumerate(sentences):
            yield from filter(None, [tags.get(number)])
            yield sentence
        yield from filter(None, [tags.get(len(sentences))])

    def _chosen(self, sentences: Sequence[str], room: int) -> Mapping[int, str]:
        chosen: dict[int, str] = {}
        for (place, slot), trait in zip(self._places(sentences), self._speaking(), strict=False):
            ways = self._ways(trait, slot)
            drawn = (self._fill(filler) for filler in self.rng.sample(ways, len(ways)))
            unused = (filler for filler in drawn if filler not in chosen.values())
            fitting = [filler for filler in unused if count_words(filler) <= room]
            if fitting:
                chosen[place] = next((filler for filler in fitting if filler not in self.heard), fitting[0])
                room -= count_words(chosen[place])
        return chosen

    def _places(self, sentences: Sequence[str]) -> Sequence[tuple[int, Slot]]:
        """Returns the positions of fillers; a question at the end stays last."""
        asks = sentences[-1].endswith(_ASKS)
        gaps = range(1, len(sentences) - asks)
        places: dict[int, Slot] = dict.fromkeys(self.rng.sample(gaps, min(_ASIDES, len(gaps))), "aside")
        places |= {0: "opening"} if asks else {0: "opening", len(sentences): "closing"}
        return self.rng.sample(sorted(places.items()), min(len(places), self._number))

    @property
    def _number(self) -> int:
        """Returns the number of fillers: more for sociable characters, fewer for reserved ones."""
        sociable = (
            trait for trait in self.traits if trait.factor == "extraversion" and trait.degree >= _MARKED
        )
        return _USUAL + sum(1 if trait.is_high else -1 for trait in sociable)

    def _speaking(self) -> Iterator[Trait]:
        """Yields the traits in the order they speak: marked ones sooner, each once before any repeats."""
        while True:
            left = list(self.traits)
            while left:
                [chosen] = self.rng.choices(left, [trait.degree**2 for trait in left])
                left.remove(chosen)
                yield chosen

    def _ways(self, trait: Trait, slot: Slot) -> list[str]:
        """Returns the fillers of a trait: mild, strong, or either for a middle degree."""
        pole = words(f"manners/{trait.factor}", self.language)["high" if trait.is_high else "low"]
        return [filler for strength in _STRENGTHS[trait.degree] for filler in pole[slot][strength]]

    def _fill(self, way: str) -> str:
        fillers = words("manners/slots", self.language)
        filled = _GAP.sub(lambda gap: self.rng.choice(fillers[gap[1]]), way)
        return filled[:1].upper() + filled[1:]


_WORDY = frozenset({"extraversion", "openness", "conscientiousness"})
_LOUD: Mapping[tuple[str, bool], float] = {("extraversion", True): 0.12, ("neuroticism", True): 0.1}
"""The probability of an exclamation mark, for each degree."""
_MORE_PHRASINGS = 3
"""The degrees of wordiness that weigh one more phrasing."""
_STOPS: Mapping[Language, tuple[str, str]] = {"en": (".", "!"), "zh": ("。", "！")}


@dataclass(frozen=True, kw_only=True)
class Manner:
    """A character's manner of speech."""

    traits: tuple[Trait, ...]
    language: Language
    by: Name
    to: Name | None
    names: tuple[Name, ...]
    heard: str

    def spoken(self, sentences: Sequence[str], limit: int | None) -> tuple[str, ...]:
        """Returns a speech in character, within a number of words; without traits the speech as it was."""
        if not self.traits or not sentences:
            return tuple(sentences)
        room = USUAL_WORDS if limit is None else limit
        put = [self._put(sentence) for sentence in sentences]
        claims = put if _words(put) <= room else sentences
        tags = Tags(traits=self.traits, language=self.language, heard=self.heard, rng=self._draw("tags"))
        return tuple(tags.woven(claims, room - _words(claims)))

    def _put(self, sentence: str) -> str:
        """Returns a sentence in this person's words, or unchanged if it is not a single fact or question."""
        reading = read(sentence, self.language, speaker=self.by, reader=self.to, names=self.names)
        meant = (*reading.facts, *reading.questions)
        if len(meant) != 1 or reading.ignored or reading.answers or is_led(sentence, self.language):
            return sentence
        loudness = sum(_LOUD.get((trait.factor, trait.is_high), 0) * trait.degree for trait in self.traits)
        text, (quiet, loud) = self._choose_phrasing(meant[0]), _STOPS[self.language]
        is_loud = text.endswith(quiet) and self._draw(f"loud {meant}").random() < loudness
        return text.removesuffix(quiet) + loud if is_loud else text

    def _choose_phrasing(self, meant: Fact | Question) -> str:
        """Returns one of several phrasings: the longest for a wordy speaker, the shortest for a terse one."""
        weighed = 1 + ceil(abs(self._wordiness) / _MORE_PHRASINGS)
        rngs = [self._draw(f"{n} {meant}") for n in range(weighed)]
        ways = [render(meant, self.language, rng, speaker=self.by, reader=self.to) for rng in rngs]
        return (max if self._wordiness > 0 else min)(ways, key=count_words)

    @cached_property
    def _wordiness(self) -> int:
        """The wordiness of the character: above 0 many words, below 0 few; blunt ones use fewer."""
        signed = {trait.factor: trait.degree if trait.is_high else -trait.degree for trait in self.traits}
        return sum(signed.get(factor, 0) for factor in _WORDY) + min(signed.get("agreeableness", 0), 0)

    @cached_property
    def _occasion(self) -> str:
        return hashlib.sha256(f"{self.by}{self.traits}{self.heard}".encode()).hexdigest()

    def _draw(self, purpose: str) -> Random:
        return drawn_for(f"{self._occasion}{purpose}")


def _words(sentences: Sequence[str]) -> int:
    return sum(map(count_words, sentences))
