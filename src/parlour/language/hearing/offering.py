"""Sentences offered to a person who types: templates with gaps, completions and nearest matches."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import Any

from rapidfuzz import fuzz

from parlour.language.facts import (
    Language,
    Question,
    Slot,
    WhatCause,
    WhatMotive,
    WhereWas,
    WhoKilled,
    WhomHeard,
    WhomSeen,
    WhomSeenAnywhere,
    WhoseMeans,
    WhoseMotive,
    Word,
    WordKind,
    entries,
    possible_times,
    read,
    say,
    say_time,
)
from parlour.language.hearing.act import TalkTable
from parlour.language.hearing.chips import load
from parlour.language.hearing.clauses import sought_role
from parlour.language.hearing.hear import hear

GAP = re.compile(r"(\[[^]]+\])")
"""A gap as it stands in an offered sentence."""
_NIGHTS = {"en": ("1", "2", "3", "4", "5"), "zh": ("一", "二", "三", "四", "五")}
_ANSWERS, _ANSWERS_ANY = 2, 1


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A sentence that is understood once its gaps are filled.

    Attributes:
        words: the sentence, with its gaps in brackets: `I suspect [whom].`
    """

    words: str
    near: tuple[str, ...] = ()
    is_answer: bool = False


@dataclass(frozen=True, kw_only=True)
class Offers:
    """The sentences offered to a person who types."""

    sentences: tuple[Offer, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    asked: Mapping[str, str] = field(default_factory=dict[str, str])


def offers(table: TalkTable, *, asks: bool) -> Offers:
    """Returns the sentences offered in a context."""
    wordings = load("offers", table.language)
    question = _question(table)
    choices = _choices(table, question)
    rows = wordings[table.scope].get("asks" if asks else "says", wordings[table.scope]["says"])
    gaps: dict[str, str] = wordings["gaps"]
    fillings = {gap: values[0] if len(values) == 1 else gaps[gap] for gap, values in choices.items()}
    fitting = [
        row for row in rows if _is_dealt(row, table.roles) and all(choices[gap] for gap in _gaps(row["say"]))
    ]
    fitting.sort(key=lambda row: -_fit(row, question))
    used_gaps = dict.fromkeys(gap for row in fitting for gap in _gaps(row["say"]))
    time = next((_when(slot, table.language) for slot in question.values() if slot), "")
    return Offers(
        sentences=tuple(
            Offer(
                words=words[:1].upper() + words[1:],
                near=tuple(row.get("near", ())),
                is_answer=_fit(row, question) == _ANSWERS,
            )
            for row in fitting
            if (words := row["say"].format(**fillings))
        ),
        choices={gaps[gap]: choices[gap] for gap in used_gaps if len(choices[gap]) > 1},
        asked={gaps["when"]: time} if time else {},
    )


def _question(table: TalkTable) -> Mapping[str, Slot | None]:
    if not table.asked:
        return {}
    asker = table.asker or table.speaker
    heard_acts = hear(
        table.asked, replace(table, speaker=asker, to=table.speaker, asked="", asker=None)
    ).heard
    times = [
        (heard_act.act.kind, heard_act.act["when"]) for heard_act in heard_acts if heard_act.act.is_question
    ]
    reading = read(table.asked, table.language, speaker=asker, reader=table.speaker, names=table.names)
    questions = [question for question in reading.questions if type(question) in _ASKS]
    times += [(_ASKS[type(question)], getattr(question, "slot", None)) for question in questions]
    return {kind: when if isinstance(when, Slot) else None for kind, when in times}


_ASKS: Mapping[type[Question], str] = {
    WhereWas: "ask_where",
    WhomSeen: "ask_company",
    WhomSeenAnywhere: "ask_company",
    WhomHeard: "ask_heard",
    WhatMotive: "ask_motive",
    WhoseMotive: "ask_motive",
    WhoseMeans: "ask_means",
    WhatCause: "ask_death",
    WhoKilled: "ask_killed",
}
"""What a question of the grammar asks, where its words may be heard as something else."""


def _fit(row: Mapping[str, Any], question: Mapping[str, Slot | None]) -> int:
    answers = row.get("answers", ())
    if answers == "any":
        return _ANSWERS_ANY if question else 0
    return _ANSWERS if any(kind in question for kind in answers) else 0


def _is_dealt(row: Mapping[str, Any], roles: Collection[Word]) -> bool:
    """Returns true if a sentence is possible with those roles; always, if none is known."""
    if not roles:
        return True
    needed, barred = row.get("deals", roles), row.get("unless", ())
    return any(role in roles for role in needed) and not any(role in roles for role in barred)


def _choices(table: TalkTable, question: Mapping[str, Slot | None]) -> dict[str, tuple[str, ...]]:
    language = table.language
    people = tuple(name for name in table.names if name not in (table.speaker, *table.victims))
    times = [slot for slot in question.values() if slot]
    hours = [*times, *(Slot(number) for number in sorted(table.hours) if Slot(number) not in times)]
    results = (sought_role(), "good") if table.is_of_roles else ()
    return {
        "whom": people,
        "other": people,
        "dead": table.victims,
        "where": _say_all(WordKind.PLACE, sorted(table.places), language),
        "when": tuple(_when(slot, language) for slot in hours),
        "thing": _say_all(WordKind.THING, entries(WordKind.THING), language) if table.victims else (),
        "role": _say_all(WordKind.ROLE, table.roles, language),
        "result": _say_all(WordKind.ROLE, results, language),
        "night": _NIGHTS[language],
    }


def _say_all(kind: WordKind, words: Collection[Word], language: Language) -> tuple[str, ...]:
    return tuple(say(kind, word, language) for word in words)


def _when(slot: Slot, language: Language) -> str:
    words = say_time(slot, language)
    return words if language == "zh" else f"at {words.removesuffix(' in the evening')}"


def _gaps(words: str) -> Sequence[str]:
    return [gap for _, gap, _, _ in Formatter().parse(words) if gap]


_STOP = re.compile(r"[.!?](?=\s)|[。！？\n]")


def last_begun(text: str) -> str:
    """Returns the last sentence of a text, which may be incomplete."""
    return _STOP.split(text)[-1].lstrip()


def complete_words(begun: str, offers: Offers) -> Iterator[tuple[str, str]]:
    """Yields completions of the beginning of a sentence, each with its label.

    Args:
        begun: what stands there; empty for all that is offered.
        offers: the sentences.
    """
    completions: set[str] = set()
    for offer in offers.sentences:
        for words, choice in _steps(GAP.split(offer.words), begun, offers):
            if words != begun and words not in completions:
                completions.add(words)
                yield words, choice or offer.words


def _steps(parts: Sequence[str], begun: str, offers: Offers) -> Iterator[tuple[str, str]]:
    """Yields continuations of a sentence: the words up to the next gap, and the choice for one."""
    if not parts:
        return
    first, rest = parts[0], parts[1:]
    choices = offers.choices.get(first)
    for words in choices or (first,):
        if begun and _begins(begun, words):
            yield from ((words + more, choice) for more, choice in _steps(rest, begun[len(words) :], offers))
        if _begins(words, begun) and (words != begun or not begun):
            more = words + (rest[0] if choices and rest else "")
            yield more, more.strip() if choices else ""


def _begins(words: str, beginning: str) -> bool:
    return words.casefold().startswith(beginning.casefold())


_WORD = re.compile(r"[^\W_]+")
_IDLE = re.compile("a|an|and|at|by|card|did|do|i|in|is|it|me|my|not|of|on|that|the|to|was|were|who|whom|you")
_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_TIME: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(rf"\b(?:half past )?(?:\d{{1,2}}(?:[:.]\d\d)?|{_HOUR})(?: ?[ap]m)?\b"),
    "zh": re.compile(
        r"(?:下午|傍晚|晚上|夜里|晚)?(?:[零两一二三四五六七八九十]{1,3}|\d{1,2})(?:点半?|[:：]\d\d)"
    ),
}
_ALIKE = 84
"""The similarity of two words that count as the same, of 100."""
_LEAST = 1.0
"""The least score: a word that means it, or more fitting names than others."""
_WORD_WEIGHT, _ANSWER_WEIGHT, _OPEN_GAP = 2.0, 1.5, 0.5


def nearest(text: str, offers: Offers, language: Language) -> str:
    """Returns the offered sentence nearest to a text, its gaps filled from it; empty if none is near."""
    folded = text.casefold()
    named = {gap: _find_named(folded, values, language) for gap, values in offers.choices.items()}
    nearness = [_nearness(folded, offer, named, language) for offer in offers.sentences]
    best = max(nearness, default=0.0)
    if best < _LEAST:
        return ""
    offer = offers.sentences[nearness.index(best)]
    times = {gap: [words] for gap, words in offers.asked.items() if offer.is_answer and not named[gap]}
    return _fill(offer.words, {**named, **times})


def _nearness(text: str, offer: Offer, named: Mapping[str, Sequence[str]], language: Language) -> float:
    gaps = set(GAP.findall(offer.words))
    fitting = sum(bool(named[gap]) for gap in gaps)
    homeless = sum(
        bool(values) and not any([*named[gap]] == [*values] for gap in gaps) for values in named.values()
    )
    bound = "" if language == "zh" else r"\b"
    hints = {*offer.near, *_own(offer.words, language)}
    words = sum(re.search(f"{bound}{re.escape(word)}{bound}", text) is not None for word in hints)
    gain = _WORD_WEIGHT * words + fitting - homeless - _OPEN_GAP * (len(gaps) - fitting)
    return gain + _ANSWER_WEIGHT * offer.is_answer


def _own(words: str, language: Language) -> set[str]:
    bare = GAP.sub(" ", words).casefold()
    return {word for word in _WORD.findall(bare) if not _IDLE.fullmatch(word)} if language == "en" else set()


def _find_named(text: str, values: Sequence[str], language: Language) -> list[str]:
    """Returns the values of a gap that a text names, the longest first."""
    times = {slot for time in _TIME[language].findall(text) for slot in possible_times(time, language)}
    words = [word for word in _WORD.findall(text) if not _IDLE.fullmatch(word)]
    named = (
        value
        for value in values
        if times.intersection(possible_times(value.removeprefix("at "), language))
        or _is_named(value.casefold(), text, words, language)
    )
    return sorted(named, key=len, reverse=True)


def _is_named(value: str, text: str, words: Sequence[str], language: Language) -> bool:
    if number := re.search(r"\d+", value):
        return re.search(rf"(?<![\d:.]){number[0]}(?![\d:.]|\s?[ap]m\b)", text) is not None
    if language == "zh":
        return value.removesuffix("里").removesuffix("上") in text
    own = [word for word in _WORD.findall(value) if not _IDLE.fullmatch(word)]
    return all(any(fuzz.ratio(word, other) >= _ALIKE for other in words) for word in own) if own else False


def _fill(words: str, named: Mapping[str, Sequence[str]]) -> str:
    """Returns a sentence with the named values in its gaps; the other gaps stay."""
    left = {gap: iter(values) for gap, values in named.items()}
    return GAP.sub(lambda gap: next(left.get(gap[0], iter(())), gap[0]), words)
