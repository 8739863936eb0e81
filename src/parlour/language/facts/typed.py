"""Understanding what people type: freely, with slips, and asking back instead of guessing wrongly.

What is typed and the sentences of the grammar are loosened in the same way until the two meet. Place and time
are taken out, since people put them anywhere; so are words that say nothing; and of words that say the same
one is kept. What is left must still be a sentence of the grammar from end to end.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast, get_args

from parlour.core.language import Language
from parlour.language.facts.clock import TIME_PATTERN, possible_times
from parlour.language.facts.fact import Accusation, Claim, Fact, Killing, Name, Plain, Slot, Word
from parlour.language.facts.grammar import Ear, Index, index, parse
from parlour.language.facts.lexicon import WordKind, load, vocabulary
from parlour.language.facts.names import NameGuess, NameVeil, Roster
from parlour.language.facts.pattern import Pattern, Voice, patterns
from parlour.language.facts.question import Confirm, Question
from parlour.language.facts.reading import sentences

_GAP = re.compile(r"\{[^}]+\}")
_GONE = re.compile(r"\{(?:place|slot)(?:\.\w+)?\}")
_FIRST_GAP = 0xF700
_CLEARLY_A_TIME: dict[Language, re.Pattern[str]] = {"en": re.compile(r"[:.\s'm]|noon"), "zh": re.compile("")}
_LOOSE_MARKS = re.compile('[,，、;；:："“”()—-]')


@dataclass(frozen=True, kw_only=True)
class Loose:
    """A loosened text, with the parts taken out of it."""

    text: str
    asks: bool
    places: tuple[Word, ...]
    slots: tuple[tuple[Slot, ...], ...]


def loosen(text: str, language: Language) -> Loose:
    """Returns a (veiled) text, loosened."""
    asks = text.rstrip().endswith(("?", "？"))
    rest = re.sub(r"[.!?。！？\s]+$", "", text.lower().replace("oclock", "o'clock"))
    rest, slots = _without_times(rest, language)
    rest, places = _without_places(rest, language)
    return Loose(text=plain(rest, language), asks=asks, places=tuple(places), slots=tuple(slots))


def plain(text: str, language: Language) -> str:
    """Returns a text without idle words and marks, and with one word for all that say the same."""
    text = _edges(language).sub("", _normalize_spaces(text, language))
    text = _normalize_spaces(_LOOSE_MARKS.sub(" ", text), language)
    for pattern, instead in _rules(language):
        text = _normalize_spaces(pattern.sub(instead, text), language)
    return re.sub(r"\bi\b", "I", text)


def says_nothing(loose: Loose, language: Language) -> bool:
    """Returns true if a text is only a noise, or a word of politeness."""
    text = _normalize_spaces(re.sub("[\ue000-\uf8fe]", " ", loose.text), language)
    return not loose.text or (bool(text) and text in _typing(language)["silence"])


def at_death(text: str, victim: str, language: Language) -> str | None:
    """Returns a (veiled) text without the words for the time of a death; None if it has none."""
    pattern = _at_death(victim, language)
    return pattern.sub(" ", text) if pattern.search(text) else None


def with_victim(text: str, victim: str, language: Language) -> str:
    """Replaces `the victim` in a text by the name."""
    return _any_of(_typing(language)["the_victim"], language).sub(victim, text)


def as_statement(text: str, language: Language) -> str | None:
    """Returns the statement that a loosened question asks about, if one word makes it a question."""
    statement = _any_of(_typing(language).get("asking", ["?"]), language).sub("", text)
    return statement if statement != text else None


@cache
def loose_index(language: Language) -> Index:
    """Returns every sentence of the grammar and every paraphrase, loosened."""
    rows: dict[Pattern, None] = {}
    for row in (*patterns(language), *patterns(language, "paraphrases")):
        text = _GONE.sub(" ", row.text)
        gaps = _GAP.findall(text)
        marks = {chr(_FIRST_GAP + n): gap for n, gap in enumerate(gaps)}
        mark = iter(marks)
        loose = plain(_GAP.sub(lambda _: next(mark), text), language)  # noqa: B023 - it is used at once
        rows[replace(row, text="".join(marks.get(character, character) for character in loose))] = None
    return index(rows)


@cache
def known_words(language: Language) -> frozenset[str]:
    """Returns every word of the grammar, paraphrases and lexicon; none of them is a slip in a name."""
    rows = (*patterns(language), *patterns(language, "paraphrases"))
    texts = [row.text for row in rows]
    texts += [words for kind in WordKind for words in vocabulary(kind, language)]
    texts += [str(value) for value in _typing(language).values()]
    return frozenset(re.findall(r"[a-zà-ÿ]+", " ".join([*texts, TIME_PATTERN[language]]).lower()))


def _without_times(text: str, language: Language) -> tuple[str, list[tuple[Slot, ...]]]:
    times: list[tuple[Slot, ...]] = []

    def remove(match: re.Match[str]) -> str:
        slots = possible_times(match["time"], language)
        if not slots or not (match["before"] or _CLEARLY_A_TIME[language].search(match["time"])):
            return match[0]
        times.append(slots)
        return " "

    return _times(language).sub(remove, text), times


def _without_places(text: str, language: Language) -> tuple[str, list[Word]]:
    places = _place_words(language)
    words: list[Word] = []

    def remove(match: re.Match[str]) -> str:
        words.append(places[match["place"]])
        return " "

    return _places(language).sub(remove, text), words


@cache
def _times(language: Language) -> re.Pattern[str]:
    if language == "zh":
        return re.compile(f"(?<![有早快第])(?P<before>)(?P<time>{TIME_PATTERN['zh']})")
    before = "|".join(_typing(language)["before_time"])
    return re.compile(rf"(?<![\w:.])(?P<before>(?:(?:{before})\s+)*)(?P<time>{TIME_PATTERN['en']})(?![\w:])")


@cache
def _place_words(language: Language) -> Mapping[str, Word]:
    """Returns the words of the places, English ones without preposition and article."""
    words = vocabulary(WordKind.PLACE, language)
    if language == "zh":
        return words
    return {re.sub(r"^\w+ (?:the )?", "", phrase): word for phrase, word in words.items()}


@cache
def _places(language: Language) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(_place_words(language), key=len, reverse=True))
    if language == "zh":
        return re.compile(f"(?P<place>{words})[里上内]?")
    before = "|".join(_typing(language)["in_place"])
    return re.compile(rf"\b(?:(?:{before})\s+)(?:(?:the|a|teh)\s+)?(?P<place>{words})(?!\w)")


@cache
def _rules(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    typing = _typing(language)
    idle: Collection[str] = typing["fillers"]
    same: Mapping[str, Collection[str]] = typing["same"]
    return (
        (_any_of(idle, language), " "),
        *((_any_of(words, language), word) for word, words in same.items()),
    )


@cache
def _at_death(victim: str, language: Language) -> re.Pattern[str]:
    typing = _typing(language)
    rows = (row.replace("{victim}", re.escape(victim)) for row in (*typing["at_death"], *typing["of_death"]))
    return re.compile("|".join(rows), re.IGNORECASE)


@cache
def _edges(language: Language) -> re.Pattern[str]:
    openers, closers = (
        _any_of(_typing(language)[where], language).pattern for where in ("openers", "closers")
    )
    return re.compile(f"^(?:{openers})|(?:{closers})$")


def _any_of(words: Collection[str], language: Language) -> re.Pattern[str]:
    either = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(f"(?:{either})" if language == "zh" else rf"(?<![\w'])(?:{either})(?![\w'])")


def _normalize_spaces(text: str, language: Language) -> str:
    return re.sub(r"\s+", "" if language == "zh" else " ", text).strip()


@cache
def _typing(language: Language) -> Mapping[str, Any]:
    return load(f"typing.{language}.yaml")


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
    """Reads one remark at a time: as it stands, then loosened, then with slips in names mended."""

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
        text = sentence
        if len(self.victims) == 1:
            text = with_victim(sentence, self.victims[0], self.language)
        veiled, listener = self._split_address(self.roster.veil(text))
        return listener._freely(veiled, sentence)

    def _freely(self, veiled: str, sentence: str) -> Understanding:
        mended, guesses = self.roster.mend(veiled, known_words(self.language))
        for text, guessed in ((veiled, ()), (mended, guesses)):
            for loose, slots in self._readings(text):
                if says_nothing(loose, self.language):
                    return Understanding()
                meanings = self._meanings(loose, {**self._given_values(loose), **slots})
                if len(meanings) == 1:
                    return Understanding(meanings=tuple(meanings), guesses=guessed)
        return Understanding(unclear=(sentence,))

    def _readings(self, text: str) -> Iterator[tuple[Loose, Mapping[str, Slot]]]:
        """Yields a text loosened, and again with the time of a death if it speaks of that."""
        yield loosen(text, self.language), {}
        of_deaths = {
            victim: rest
            for victim in self.victims
            if (rest := at_death(text, self.roster.cast.stand_in(victim), self.language)) is not None
        }
        if len(of_deaths) == 1:
            for victim, rest in of_deaths.items():
                slot = self.deaths.get(victim)
                yield loosen(rest, self.language), {"slot": slot} if slot else {}

    def _split_address(self, veiled: str) -> tuple[str, _Listener]:
        match = _ADDRESS.search(veiled)
        name = self.roster.cast.name(match["name"] or match["last"], self.language) if match else None
        if match is None or name is None:
            return veiled, self
        rest = veiled[: match.start()] + veiled[match.end() :]
        return rest, replace(self, voice=replace(self.voice, reader=name))

    def _given_values(self, loose: Loose) -> dict[str, Any]:
        values: dict[str, Any] = {"by": self.speaker, "who": self.speaker}
        if len(self.victims) == 1:
            values["victim"] = self.victims[0]
        if len(loose.places) == 1:
            values["place"] = loose.places[0]
        slots = loose.slots[0] if len(loose.slots) == 1 else ()
        slots = [slot for slot in slots if not self.hours or slot.number in self.hours]
        return values | ({"slot": slots[0]} if len(slots) == 1 else {})

    def _meanings(self, loose: Loose, values: Mapping[str, Any]) -> list[Fact | Question]:
        everything = loose_index(self.language)
        ear = Ear(index=everything, inner=everything, voice=self.voice, cast=self.roster.cast, given=values)
        meanings = {meaning for meaning in ear.meanings(loose.text) if _uses(meaning, loose)}
        questions = [meaning for meaning in meanings if isinstance(meaning, get_args(Question))]
        facts = [meaning for meaning in meanings if not isinstance(meaning, get_args(Question))]
        if not loose.asks and meanings:
            return facts or questions
        statement = as_statement(loose.text, self.language)
        if not questions and statement is not None:
            return self._meanings(replace(loose, text=statement, asks=True), values)
        return questions or [
            Confirm(
                fact=Killing(who=fact.whom, victim=fact.victim)
                if isinstance(fact, Accusation)
                else cast(Plain, fact)
            )
            for fact in facts
            if not isinstance(fact, Claim)
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
