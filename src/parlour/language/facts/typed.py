"""Understanding what people type: freely, with slips, and asking back instead of guessing wrongly."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, cast, get_args

from parlour.core.language import Language
from parlour.language.facts.fact import Accusation, Claim, Fact, Killing, Name, Plain, Slot, Word
from parlour.language.facts.grammar import Ear, parse
from parlour.language.facts.lexicon import load
from parlour.language.facts.loosening import (
    Loose,
    as_statement,
    at_death,
    known_words,
    loose_index,
    loosen,
    says_nothing,
    with_victim,
)
from parlour.language.facts.names import NameGuess, NameVeil, Roster
from parlour.language.facts.pattern import Voice
from parlour.language.facts.question import Confirm, Question
from parlour.language.facts.reading import sentences

Missing = Literal["meaning", "slot", "place", "victim"]
"""The missing part of a sentence: all of its meaning, or one thing."""

_BEGINNING = re.compile(r"(?<=[.!?])(?<![ap]\.m\.)\s+[a-z]")
_ADDRESS = re.compile(
    r"^(?P<name>[\ue000-\uf8fe])[,，:：]\s*|[,，]\s*(?P<last>[\ue000-\uf8fe])(?=[.!?。！？]?$)"
)


@dataclass(frozen=True, kw_only=True)
class Unclear:
    """A sentence that was not understood, and what it lacks."""

    text: str
    missing: Missing


@dataclass(frozen=True, kw_only=True)
class Understanding:
    """The understood part of a typed text."""

    meanings: tuple[Fact | Question, ...] = ()
    guesses: tuple[NameGuess, ...] = ()
    unclear: tuple[Unclear, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TalkContext:
    """The context of typed talk.

    Attributes:
        hours: the half hours of the story, which tell whether 8:30 is of the evening.
    """

    speaker: Name
    reader: Name | None = None
    victims: tuple[Name, ...] = ()
    hours: frozenset[int] = frozenset()
    deaths: Mapping[Name, Slot] = field(default_factory=dict[Name, Slot])


def understand(
    text: str,
    lang: Language,
    names: Sequence[Name],
    *,
    speaker: Name,
    reader: Name | None = None,
    victims: Sequence[Name] = (),
    hours: Collection[int] = (),
    deaths: Mapping[Name, Slot] | None = None,
) -> Understanding:
    """Returns the meaning of a typed text."""
    talk = TalkContext(
        speaker=speaker,
        reader=reader,
        victims=tuple(victims),
        hours=frozenset(hours),
        deaths=dict(deaths or {}),
    )
    listener = _Listener(roster=Roster(NameVeil(tuple(names)), lang), language=lang, talk=talk)
    parts = [listener.hear(sentence) for sentence in sentences(_tidy(text, lang))]
    return Understanding(
        meanings=tuple(meaning for part in parts for meaning in part.meanings),
        guesses=tuple(guess for part in parts for guess in part.guesses),
        unclear=tuple(unclear for part in parts for unclear in part.unclear),
    )


def ask_back(unclear: Unclear, lang: Language) -> str:
    """Returns the question that is put back for an unclear sentence."""
    return _words_back(lang)[unclear.missing].format(text=unclear.text)


@dataclass(frozen=True, kw_only=True)
class _Listener:
    """One remark at a time, tried as it stands, then loosened, then with slips in names mended."""

    roster: Roster
    language: Language
    talk: TalkContext

    def hear(self, sentence: str) -> Understanding:
        """Returns the meaning of one sentence."""
        meaning = parse(self.roster.cast.veil(sentence), self.language, self._voice, self.roster.cast)
        if meaning is not None and not self._is_undecided(sentence):
            return Understanding(meanings=(meaning,))
        named = sentence
        if len(self.talk.victims) == 1:
            named = with_victim(sentence, self.talk.victims[0], self.language)
        veiled, listener = self._split_address(self.roster.veil(named))
        return listener._freely(veiled, sentence)

    def _is_undecided(self, sentence: str) -> bool:
        """Returns true if a typed time may be of the morning or the evening: the story's hours decide."""
        return any(len(slots) > 1 for slots in loosen(sentence, self.language).slots)

    def _freely(self, veiled: str, sentence: str) -> Understanding:
        """Returns the meaning of a sentence after loosening and, if needed, correction."""
        mended, guesses = self.roster.mend(veiled, known_words(self.language))
        for text, guessed in ((veiled, ()), (mended, guesses)):
            for loose, given in self._readings(text):
                if says_nothing(loose, self.language):
                    return Understanding()
                meanings = self._meanings(loose, {**self._given_values(loose), **given})
                if len(meanings) == 1:
                    return Understanding(meanings=tuple(meanings), guesses=guessed)
        *_, (loose, _) = self._readings(mended)
        return Understanding(unclear=(Unclear(text=sentence, missing=self._missing(loose)),))

    def _readings(self, text: str) -> Iterator[tuple[Loose, Mapping[str, Slot]]]:
        """A text loosened, and again with the time of a death, if it speaks of that."""
        yield loosen(text, self.language), {}
        of_deaths = {
            victim: rest
            for victim in self.talk.victims
            if (rest := at_death(text, self.roster.cast.stand_in(victim), self.language)) is not None
        }
        if len(of_deaths) == 1:
            for victim, rest in of_deaths.items():
                known = self.talk.deaths.get(victim)
                yield loosen(rest, self.language), {"slot": known} if known else {}

    def _split_address(self, veiled: str) -> tuple[str, _Listener]:
        match = _ADDRESS.search(veiled)
        name = self.roster.cast.name(match["name"] or match["last"], self.language) if match else None
        if match is None or name is None:
            return veiled, self
        rest = veiled[: match.start()] + veiled[match.end() :]
        return rest, replace(self, talk=replace(self.talk, reader=name))

    @property
    def _voice(self) -> Voice:
        return Voice(speaker=self.talk.speaker, reader=self.talk.reader)

    def _given_values(self, loose: Loose) -> dict[str, Any]:
        given: dict[str, Any] = {"by": self.talk.speaker, "who": self.talk.speaker}
        if len(self.talk.victims) == 1:
            given["victim"] = self.talk.victims[0]
        if len(loose.places) == 1:
            given["place"] = loose.places[0]
        slots = [slot for slot in loose.slots[0] if self._may_be(slot)] if len(loose.slots) == 1 else []
        return given | ({"slot": slots[0]} if len(slots) == 1 else {})

    def _may_be(self, slot: Slot) -> bool:
        return not self.talk.hours or slot.number in self.talk.hours

    def _meanings(self, loose: Loose, given: Mapping[str, Any]) -> list[Fact | Question]:
        everything = loose_index(self.language)
        ear = Ear(index=everything, inner=everything, voice=self._voice, cast=self.roster.cast, given=given)
        found = {meaning for meaning in ear.meanings(loose.text) if _uses(meaning, loose)}
        questions = [each for each in found if isinstance(each, get_args(Question))]
        facts = [each for each in found if not isinstance(each, get_args(Question))]
        if not loose.asks and found:
            return facts or questions
        statement = as_statement(loose.text, self.language)
        if not questions and statement is not None:
            return self._meanings(replace(loose, text=statement, asks=True), given)
        return questions or [
            Confirm(fact=_asked_about(cast(Plain, each))) for each in facts if not isinstance(each, Claim)
        ]

    def _missing(self, loose: Loose) -> Missing:
        given = self._given_values(loose)
        if self._meanings(loose, given):
            return "meaning"
        trials: dict[Missing, Slot | Word] = {
            "slot": Slot(0),
            "place": "kitchen",
            "victim": self.talk.speaker,
        }
        for each, trial in trials.items():
            if each not in given and self._meanings(loose, {**given, each: trial}):
                return each
        return "meaning"


def _asked_about(fact: Plain) -> Plain:
    """Returns the fact that a question in statement form asks about: for an accusation, its truth."""
    return Killing(who=fact.whom, victim=fact.victim) if isinstance(fact, Accusation) else fact


def _uses(meaning: Fact | Question, loose: Loose) -> bool:
    """Returns true if every typed place and time is in the meaning."""
    while isinstance(meaning, Claim | Confirm):
        meaning = meaning.fact
    holds = meaning.__dataclass_fields__
    return len(loose.places) <= ("place" in holds) and len(loose.slots) <= ("slot" in holds)


def _tidy(text: str, language: Language) -> str:
    text = unicodedata.normalize("NFKC", text).replace("’", "'").replace("‘", "'")
    if language == "zh":
        return text.translate(str.maketrans({"?": "？", "!": "！", ",": "，"}))
    return _BEGINNING.sub(lambda match: match[0].upper(), text)


@cache
def _words_back(language: Language) -> Mapping[Missing, str]:
    return load(f"typing.{language}.yaml")["back"]
