"""Half hours and nights in words: as a person writes them, and as people type them."""

from __future__ import annotations

import re
from functools import cache

from parlour.core.language import Language
from parlour.language.facts.fact import Slot

_HOURS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_MINUTES = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": -15, "thirty": 30, "fifteen": 15}
_DIGITS = "零一二三四五六七八九"
_WORD = "|".join(_HOURS)
_EVENING = range(36, 48)
"""The half hours from six to midnight."""

_TIME: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        rf"(?:(?P<before>half past|half|quarter past|quarter to) )?"
        rf"(?:(?P<hour>\d{{1,2}})(?:[:.](?P<minute>\d\d))?|(?P<word>{_WORD})(?: (?P<after>thirty|fifteen))?)"
        r"(?: o'clock)?(?: ?(?P<part>[ap]m|[ap]\.m\.?|in the (?:morning|afternoon|evening)|at night))?"
    ),
    "zh": re.compile(
        r"(?P<part>凌晨|早上|早晨|清晨|上午|中午|下午|傍晚|晚上|夜里|半夜|深夜|午夜|晚)?"
        r"(?:(?P<hour>\d{1,2}|[零两一二三四五六七八九十]{1,3})点(?P<minute>半|整|钟|一刻|三刻|\d\d分?|[一二三四五]?十[一二三四五六七八九]?分?)?"
        r"|(?P<digits>\d{1,2})[:：](?P<after>\d\d))"
    ),
}  # fmt: skip
_FIXED: dict[Language, dict[str, int]] = {"en": {"noon": 24, "midnight": 0}, "zh": {"正午": 24, "午夜": 0}}

TIME_PATTERN: dict[Language, str] = {
    language: "|".join([*fixed, re.sub(r"\?P<\w+>", "?:", _TIME[language].pattern)])
    for language, fixed in _FIXED.items()
}
"""Whatever may be a time; `hear_time` has the last word."""


def say_time(slot: Slot, language: Language) -> str:
    """Returns a half hour as a person writes it: `8:30 in the evening`, `晚上八点半`, `noon`."""
    fixed = {number: words for words, number in _FIXED[language].items()}
    if slot.number in fixed:
        return fixed[slot.number]
    hour, half = divmod(slot.number, 2)
    if language == "en":
        part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
        return f"{(hour - 1) % 12 + 1}:{30 * half:02} {'at night' if hour in (0, 22, 23) else part}"
    name = "两" if hour % 12 == 2 else say_number((hour - 1) % 12 + 1 if hour else 0)
    return f"{_part_zh(hour)}{name}点{'半' if half else ''}"


def say_hour(slot: Slot, language: Language) -> str:
    """Returns a half hour as a story's sentence says it: one of the evening by its number alone."""
    words = say_time(slot, language)
    if slot.number not in _EVENING:
        return words
    return words.partition(" ")[0] if language == "en" else words.removeprefix(_part_zh(slot.number // 2))


@cache
def hear_hour(text: str, language: Language) -> Slot | None:
    """Returns the half hour that a time inside a sentence means: a bare `8:30` is one of the evening."""
    late = [slot for slot in possible_times(text, language) if slot.number in _EVENING]
    return hear_time(text, language) or (late[0] if len(late) == 1 else None)


@cache
def hear_time(text: str, language: Language) -> Slot | None:
    """Returns the half hour of a time; None if it is no time, or may be in the morning or the evening."""
    readings = possible_times(text, language)
    return readings[0] if len(readings) == 1 else None


@cache
def possible_times(text: str, language: Language) -> tuple[Slot, ...]:
    """Returns every half hour that a time may mean: a bare `8:30` may be in the morning or the evening."""
    text = text.strip()
    if text in _FIXED[language]:
        return (Slot(_FIXED[language][text]),)
    match = _TIME[language].fullmatch(text)
    if match is None:
        return ()
    if language == "en":
        hour = int(match["hour"]) if match["hour"] else _HOURS.index(match["word"]) or 12
    else:
        hour = int(match["digits"]) if match["digits"] else hear_number(match["hour"].replace("两", "二"))
    minute = _minute(match, language)
    if hour is None or minute is None or not -60 < minute < 60:
        return ()
    is_exact = any((match.groupdict().get(group) or "").startswith("0") for group in ("hour", "digits"))
    hours = _hours_of_day(hour, match["part"] or "", exact=is_exact)
    return tuple(Slot((candidate * 60 + minute) // 30 % 48) for candidate in hours)


def say_number(number: int) -> str:
    """Returns a number from 0 to 99 in Chinese."""
    tens, ones = divmod(number, 10)
    if not tens:
        return _DIGITS[ones]
    return (_DIGITS[tens] if tens > 1 else "") + "十" + (_DIGITS[ones] if ones else "")


def hear_number(text: str) -> int | None:
    """Returns the number that digits or Chinese words mean, below 100."""
    return int(text) if text.isdecimal() else _NUMBERS.get(text)


_NUMBERS = {say_number(number): number for number in range(100)}


def _hours_of_day(hour: int, part: str, *, exact: bool) -> tuple[int, ...]:
    if hour > 24:
        return ()
    span = _SPANS.get(part[:2] if part.startswith(("a", "p")) and "m" in part else part)
    if span is None:
        return (hour % 24,) if exact or hour > 12 or hour == 0 else (hour % 24, (hour + 12) % 24)
    return tuple(sorted({candidate for candidate in (hour % 24, (hour + 12) % 24) if candidate in span}))


def _minute(match: re.Match[str], language: Language) -> int | None:
    if language == "en":
        if match["minute"]:
            return int(match["minute"])
        return _MINUTES.get(match["before"] or match["after"] or "", 0)
    if match["after"]:
        return int(match["after"])
    words = (match["minute"] or "整").removesuffix("分")
    return {"半": 30, "整": 0, "钟": 0, "一刻": 15, "三刻": 45}.get(words, hear_number(words))


def _part_zh(hour: int) -> str:
    until = {6: "凌晨", 9: "早上", 12: "上午", 13: "中午", 18: "下午", 24: "晚上"}
    return next(part for end, part in until.items() if hour < end)


_SPANS: dict[str, range | tuple[int, ...]] = {
    "am": range(12),
    "a.": range(12),
    "pm": range(12, 24),
    "p.": range(12, 24),
    "in the morning": range(12),
    "in the afternoon": range(12, 19),
    "in the evening": range(16, 24),
    "at night": (*range(19, 24), *range(6)),
    "凌晨": range(7),
    "清晨": range(4, 10),
    "早上": range(4, 12),
    "早晨": range(4, 12),
    "上午": range(6, 13),
    "中午": range(11, 15),
    "下午": range(12, 19),
    "傍晚": range(16, 20),
    "晚上": (*range(17, 24), 0),
    "晚": (*range(17, 24), 0),
    "夜里": (*range(19, 24), *range(6)),
    "半夜": (22, 23, *range(6)),
    "深夜": (21, 22, 23, *range(6)),
    "午夜": (0,),
}
"""The hours of the day that each part of the day may mean."""
