"""Understanding what people type: freely, with slips, and asking back instead of guessing wrongly."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast, get_args

from parlour.core.language import Language
from parlour.language.facts.fact import Accusation, Claim, Fact, Killing, Name, Plain, Slot
from parlour.language.facts.grammar import Ear, parse
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

_BEGINNING = re.compile(r"(?<=[.!?])(?<![ap]\.m\.)\s+[a-z]")
_ADDRESS = re.compile(
    r"^(?P<name>[\ue000-\uf8fe])[,，:：]\s*|[,，]\s*(?P<last>[\ue000-\uf8fe])(?=[.!?。！？]?$)"
)


@dataclass(frozen=True, kw_only=True)
class Understanding:
    """The understood part of a typed text."""

    meanings: tuple[Fact | Question, ...] = ()
    guesses: tuple[NameGuess, ...] = ()
    unclear: tuple[str, ...] = ()


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
    """Returns the meaning of a typed text; a single victim need not be named.

    The story's `hours`, by number, settle what 8:30 means, and `deaths` what `when Ann died` means.
    """
    listener = _Listener(
        roster=Roster(NameVeil(tuple(names)), lang),
        language=lang,
        voice=Voice(speaker=speaker, reader=reader),
        speaker=speaker,
        victims=tuple(victims),
        hours=frozenset(hours),
        deaths=deaths or {},
    )
    parts = [listener.hear(sentence) for sentence in sentences(_tidy(text, lang))]
    return Understanding(
        meanings=tuple(meaning for part in parts for meaning in part.meanings),
        guesses=tuple(guess for part in parts for guess in part.guesses),
        unclear=tuple(unclear for part in parts for unclear in part.unclear),
    )


@dataclass(frozen=True, kw_only=True)
class _Listener:
    """One remark at a time, tried as it stands, then loosened, then with slips in names mended."""

    roster: Roster
    language: Language
    voice: Voice
    speaker: Name
    victims: tuple[Name, ...]
    hours: frozenset[int]
    deaths: Mapping[Name, Slot]

    def hear(self, sentence: str) -> Understanding:
        """Returns the meaning of one sentence; the story's hours decide a time of morning or evening."""
        meaning = parse(self.roster.cast.veil(sentence), self.language, self.voice, self.roster.cast)
        if meaning and all(len(slots) <= 1 for slots in loosen(sentence, self.language).slots):
            return Understanding(meanings=(meaning,))
        named = sentence
        if len(self.victims) == 1:
            named = with_victim(sentence, self.victims[0], self.language)
        veiled, listener = self._split_address(self.roster.veil(named))
        return listener._freely(veiled, sentence)

    def _freely(self, veiled: str, sentence: str) -> Understanding:
        mended, guesses = self.roster.mend(veiled, known_words(self.language))
        for text, guessed in ((veiled, ()), (mended, guesses)):
            for loose, given in self._readings(text):
                if says_nothing(loose, self.language):
                    return Understanding()
                meanings = self._meanings(loose, {**self._given_values(loose), **given})
                if len(meanings) == 1:
                    return Understanding(meanings=tuple(meanings), guesses=guessed)
        return Understanding(unclear=(sentence,))

    def _readings(self, text: str) -> Iterator[tuple[Loose, Mapping[str, Slot]]]:
        """A text loosened, and again with the time of a death, if it speaks of that."""
        yield loosen(text, self.language), {}
        of_deaths = {
            victim: rest
            for victim in self.victims
            if (rest := at_death(text, self.roster.cast.stand_in(victim), self.language)) is not None
        }
        if len(of_deaths) == 1:
            for victim, rest in of_deaths.items():
                known = self.deaths.get(victim)
                yield loosen(rest, self.language), {"slot": known} if known else {}

    def _split_address(self, veiled: str) -> tuple[str, _Listener]:
        match = _ADDRESS.search(veiled)
        name = self.roster.cast.name(match["name"] or match["last"], self.language) if match else None
        if match is None or name is None:
            return veiled, self
        rest = veiled[: match.start()] + veiled[match.end() :]
        return rest, replace(self, voice=replace(self.voice, reader=name))

    def _given_values(self, loose: Loose) -> dict[str, Any]:
        given: dict[str, Any] = {"by": self.speaker, "who": self.speaker}
        if len(self.victims) == 1:
            given["victim"] = self.victims[0]
        if len(loose.places) == 1:
            given["place"] = loose.places[0]
        slots = loose.slots[0] if len(loose.slots) == 1 else ()
        slots = [slot for slot in slots if not self.hours or slot.number in self.hours]
        return given | ({"slot": slots[0]} if len(slots) == 1 else {})

    def _meanings(self, loose: Loose, given: Mapping[str, Any]) -> list[Fact | Question]:
        everything = loose_index(self.language)
        ear = Ear(index=everything, inner=everything, voice=self.voice, cast=self.roster.cast, given=given)
        found = {meaning for meaning in ear.meanings(loose.text) if _uses(meaning, loose)}
        questions = [each for each in found if isinstance(each, get_args(Question))]
        facts = [each for each in found if not isinstance(each, get_args(Question))]
        if not loose.asks and found:
            return facts or questions
        statement = as_statement(loose.text, self.language)
        if not questions and statement is not None:
            return self._meanings(replace(loose, text=statement, asks=True), given)
        return questions or [
            Confirm(
                fact=Killing(who=each.whom, victim=each.victim)
                if isinstance(each, Accusation)
                else cast(Plain, each)
            )
            for each in facts
            if not isinstance(each, Claim)
        ]


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
