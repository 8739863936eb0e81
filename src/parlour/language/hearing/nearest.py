"""The offered sentence that says most nearly what somebody typed, where that itself was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz import fuzz

from parlour.language.facts import Language, possible_times
from parlour.language.hearing.offering import GAP, Offer, Offers

_WORD = re.compile(r"[^\W_]+")
_IDLE = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "by",
        "card",
        "did",
        "do",
        "i",
        "in",
        "is",
        "it",
        "me",
        "my",
        "not",
        "of",
        "on",
        "that",
        "the",
        "to",
        "was",
        "were",
        "who",
        "whom",
        "you",
    ]
)
_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_TIME: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(rf"\b(?:half past )?(?:\d{{1,2}}(?:[:.]\d\d)?|{_HOUR})(?: ?[ap]m)?\b"),
    "zh": re.compile(
        r"(?:下午|傍晚|晚上|夜里|晚)?(?:[零两一二三四五六七八九十]{1,3}|\d{1,2})(?:点半?|[:：]\d\d)"
    ),
}
_ALIKE = 84
"""How alike two words must be to be taken for the same, of 100."""
_LEAST = 1.0
"""What the nearest must have: a word that means it, or more named that fits it than what does not."""
_WORD_WEIGHT, _ANSWER_WEIGHT, _OPEN_GAP = 2.0, 1.5, 0.5


def nearest(text: str, offers: Offers, language: Language) -> str:
    """The offered sentence nearest to a text, what that names in its gaps; empty where none is near."""
    folded = text.casefold()
    named = {gap: _named(folded, values, language) for gap, values in offers.choices.items()}
    nearness = [_nearness(folded, offer, named, language) for offer in offers.sentences]
    best = max(nearness, default=0.0)
    if best < _LEAST:
        return ""
    offer = offers.sentences[nearness.index(best)]
    asked = {gap: [words] for gap, words in offers.asked.items() if offer.is_answer and not named[gap]}
    return _filled(offer.words, {**named, **asked})


def _nearness(text: str, offer: Offer, named: Mapping[str, Sequence[str]], language: Language) -> float:
    """How many words and names of a text an offered sentence has a place for, less what it leaves open."""
    gaps = set(GAP.findall(offer.words))
    fitting = sum(bool(named[gap]) for gap in gaps)
    homeless = sum(bool(values) and not gaps & _alike(gap, named) for gap, values in named.items())
    words = sum(_has(text, word, language) for word in {*offer.near, *_own(offer.words, language)})
    gain = _WORD_WEIGHT * words + fitting - homeless - _OPEN_GAP * (len(gaps) - fitting)
    return gain + _ANSWER_WEIGHT * offer.is_answer


def _alike(gap: str, named: Mapping[str, Sequence[str]]) -> set[str]:
    """The gaps in which the same is named."""
    return {other for other, values in named.items() if [*values] == [*named[gap]]}


def _own(words: str, language: Language) -> set[str]:
    """The words of an offered sentence that tell it from others."""
    bare = GAP.sub(" ", words).casefold()
    return {word for word in _WORD.findall(bare) if word not in _IDLE} if language == "en" else set()


def _has(text: str, words: str, language: Language) -> bool:
    return words in text if language == "zh" else re.search(rf"\b{re.escape(words)}\b", text) is not None


def _named(text: str, values: Sequence[str], language: Language) -> list[str]:
    """What of all that may fill a gap a text names; whatever says the most of it first."""
    return sorted(_all_named(text, values, language), key=len, reverse=True)


def _all_named(text: str, values: Sequence[str], language: Language) -> Iterator[str]:
    times = {slot for told in _TIME[language].findall(text) for slot in possible_times(told, language)}
    words = [word for word in _WORD.findall(text) if word not in _IDLE]
    for value in values:
        is_time = times.intersection(possible_times(value.removeprefix("at "), language))
        if is_time or _is_named(value.casefold(), text, words, language):
            yield value


def _is_named(value: str, text: str, words: Sequence[str], language: Language) -> bool:
    if number := re.search(r"\d+", value):
        return re.search(rf"(?<![\d:.]){number[0]}(?![\d:.]|\s?[ap]m\b)", text) is not None
    if language == "zh":
        return value.removesuffix("里").removesuffix("上") in text
    own = [word for word in _WORD.findall(value) if word not in _IDLE]
    return all(any(fuzz.ratio(word, told) >= _ALIKE for told in words) for word in own) if own else False


def _filled(words: str, named: Mapping[str, Sequence[str]]) -> str:
    """A sentence with whatever was named in its gaps; what was not stays a gap."""
    left = {gap: iter(values) for gap, values in named.items()}
    return GAP.sub(lambda gap: next(left.get(gap[0], iter(())), gap[0]), words)
