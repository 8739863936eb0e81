"""The entities of a text, each replaced by one private character: people, places, times, roles and so on.

What is left are the words between them, which `patterns.*.yaml` knows; so a pattern can say
`<who> saw <whom>` and fits any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import cast

from parlour.core.role_words import typed_roles
from parlour.language.facts import (
    Language,
    Name,
    NameGuess,
    Slot,
    Word,
    WordKind,
    possible_times,
    vocabulary,
)
from parlour.language.hearing.act import TalkTable, Value
from parlour.language.hearing.clauses import (
    CARD,
    KIND,
    ME,
    NIGHT,
    PEOPLE,
    PLACE,
    REF,
    ROLE,
    THING,
    TIME,
    YOU,
    role_mark,
    wordlist,
)
from parlour.language.hearing.people import aliases, beginnings, mend

_ROW = 0x100


@dataclass
class Entities:
    """The entities behind the stand-ins of one text, with the slips that were corrected.

    Attributes:
        is_bounded: whether an hour is named only as a bound (before it, after it, until it), or somebody only
            by two or three letters.
        span: the half hours from one time till another.
    """

    table: TalkTable
    found: dict[str, Value] = field(default_factory=dict[str, Value])
    guesses: list[NameGuess] = field(default_factory=list[NameGuess])
    typed: dict[str, str] = field(default_factory=dict[str, str])
    is_bounded: bool = False
    span: tuple[Slot, ...] = ()

    def name_pair(self, text: str, asked: Sequence[Name]) -> str:
        """Returns a story's marked text with two people named before, or asked of, for "both of them"."""
        table, words = self.table, wordlist(self.table.language)
        meant = {*table.names} - {table.speaker, *table.victims}
        for match in () if table.is_of_roles else reversed([*re.finditer(words["two"], text)]):
            before = dict.fromkeys(str(self.found.get(mark)) for mark in text[: match.start()])
            groups = ([name for name in names if name in meant] for names in (before, asked, table.named))
            pair = next((names for names in groups if len(names) > 1), list[Name]())
            if pair and not pair[2:]:
                self.is_bounded = True
                both = words["and"].join(self.stand_in(PEOPLE, name) for name in pair)
                text = text[: match.start()] + both + text[match.end() :]
        return text

    def stand_in(self, sort: int, value: Value, typed: str = "") -> str:
        """Returns the private character for a value of some sort."""
        if sort == PEOPLE:
            mark = chr(PEOPLE + self.table.names.index(str(value)))
            self.found[mark] = value
            return mark
        if sort == ROLE:
            mark = role_mark(str(value))
            self.found[mark] = value
            self.typed.setdefault(mark, typed)
            return mark
        marks = [mark for mark in self.found if sort <= ord(mark) < sort + _ROW]
        old_mark = next((mark for mark in marks if self.found[mark] == value), None)
        mark = old_mark or chr(sort + len(marks))
        self.found[mark] = value
        self.typed.setdefault(mark, typed)
        return mark

    def plain(self, text: str) -> str:
        """Returns a text with the typed words in place of the stand-ins."""
        pronouns = (
            {ME: "I", YOU: "you", REF: "they"}
            if self.table.language == "en"
            else {ME: "我", YOU: "你", REF: "他"}
        )
        return "".join(pronouns.get(c) or self.typed.get(c) or str(self.found.get(c, c)) for c in text)


def mark_entities(text: str, entities: Entities) -> str:
    """Returns a tidied text with a stand-in for each entity that it names."""
    for step in _STEPS:
        text = step(text, entities)
    return text


def _ties(text: str, entities: Entities) -> str:
    """Replaces what a person did for another in a story, "worked for him", by the name of the relation."""
    if not entities.table.is_of_roles:
        for pattern, instead in wordlist(entities.table.language)["ties"].items():
            text = re.sub(pattern, instead, text)
    return text


def _dropped_g(text: str, entities: Entities) -> str:
    """Returns an English text with `sleepin draught` as `sleeping draught`."""
    if entities.table.language != "en":
        return text
    known = known_words("en")
    return re.sub(
        r"\b([a-z]{3,}in)'?(?![\w'])",
        lambda match: f"{match[1]}g" if f"{match[1]}g" in known and match[1] not in known else match[0],
        text,
    )


def _people(text: str, entities: Entities) -> str:
    table = entities.table
    is_of_roles, common = table.is_of_roles, _common(table.language)
    for pattern, name in aliases(table.names, table.language, common, is_of_roles=is_of_roles):
        mark = entities.stand_in(PEOPLE, name)
        text = pattern.sub(lambda match, mark=mark: mark + ("'s" if match.groupdict().get("s") else ""), text)
    if table.language == "en" and not is_of_roles:
        for short, name in beginnings(table.names, common).items():
            text, count = re.subn(rf"(?<![\w']){short}(?![\w'])", entities.stand_in(PEOPLE, name), text)
            entities.is_bounded |= count > 0
    return text


def _slips(text: str, entities: Entities) -> str:
    table = entities.table
    if table.is_of_roles:
        return text
    text, guesses = mend(text, table.names, table.language, known_words(table.language))
    entities.guesses += guesses
    for guess in guesses:
        text = text.replace("\uf8ff", entities.stand_in(PEOPLE, guess.meant), 1)
    return text


def _lexical(sort: int, kind: WordKind, of: Callable[[TalkTable], bool]) -> Callable[[str, Entities], str]:
    def replace_words(text: str, entities: Entities) -> str:
        table = entities.table
        if not of(table):
            return text
        words = typed_words(kind, table.language)
        pattern = _pattern(kind, table.language)

        def replace_match(match: re.Match[str]) -> str:
            if sort == PLACE and table.places and words[match["word"]] not in table.places:
                return match[0]
            return entities.stand_in(sort, words[match["word"]], match["word"]) + (
                match.groupdict().get("s") or ""
            )

        return pattern.sub(replace_match, text)

    return replace_words


@cache
def typed_words(kind: WordKind, language: Language) -> Mapping[str, Word]:
    """Returns the lexicon's words without article or preposition, and others that people type."""
    besides = typed_roles(language) if kind is WordKind.ROLE else wordlist(language).get(kind.value, {})
    words: dict[str, Word] = dict(besides)
    for phrase, word in vocabulary(kind, language).items():
        if language == "en":
            phrase = re.sub(r"^(?:in|on|at|under|among|behind|inside) (?=the |a )?", "", phrase)
            phrase = re.sub(r"^(?:the|an|a) ", "", phrase)
            words.setdefault(phrase.removeprefix("the "), word)
        else:
            words.setdefault(re.sub("(?<=..)[里上内]$", "", phrase), word)
    return {typed.lower(): word for typed, word in words.items() if typed}


@cache
def _pattern(kind: WordKind, language: Language) -> re.Pattern[str]:
    words = sorted(typed_words(kind, language), key=len, reverse=True)
    either = "|".join(map(re.escape, words))
    if language == "zh":
        before, after = (
            ("(?:在|去|到|往|回)?", "(?:里面|里边|里头|那边|那儿|那里|这边|附近|门口|里|上|内)?")
            if kind is WordKind.PLACE
            else ("", "")
        )
        return re.compile(f"{before}(?P<word>{either}){after}")
    if kind is WordKind.PLACE:
        near = (
            r"(?:(?:over |up |down |back |out |right |inside |outside )*"
            r"(?:in|on|at|to|into|inside|near|by|from|around|outside|next to|towards?|of) )?"
        )
        return re.compile(rf"(?<!\w){near}(?:(?:the|teh|a|that|th) )?(?P<word>{either})(?P<s>)(?!\w)")
    return re.compile(rf"(?<![\w'])(?:(?:the|an|a|that|some) )?(?P<word>{either})(?P<s>'s)?(?![\w'])")


def _misspelt(sort: int, kind: WordKind, of: Callable[[TalkTable], bool]) -> Callable[[str, Entities], str]:

    def replace_words(text: str, entities: Entities) -> str:
        table = entities.table
        if table.language != "en" or not of(table):
            return text

        def replace_match(match: re.Match[str]) -> str:
            meant = _meant(match["word"], kind)
            if meant is None or (sort == PLACE and table.places and meant not in table.places):
                return match[0]
            return entities.stand_in(sort, meant, match["word"]) + (match["s"] or "")

        near = r"(?:(?:in|on|at|to|by|from) )?(?:(?:the|an|a) )?"
        return re.sub(rf"(?<![\w']){near}(?P<word>[a-z]{{{_LONG},}})(?P<s>'s)?(?![\w'])", replace_match, text)

    return replace_words


_LONGEST_RANGE = 4
"""The most half hours of a stay that are told one by one."""
_LONG, _LONGER = 6, 9
"""From how many letters on a word may have one slip, and two."""
_NO_SLIPS = frozenset({"robbed", "robbery", "rubber", "hunted", "hunting", "hunger", "village", "villages"})
"""Words that are none, though they look like it."""


@lru_cache(maxsize=4096)
def _meant(word: str, kind: WordKind) -> Word | None:
    from rapidfuzz.distance import OSA  # only where somebody may have made a slip

    if word in _NO_SLIPS or word in known_words("en"):
        return None
    most = 1 if len(word) < _LONGER else 2
    meanings = {
        meant
        for typed, meant in typed_words(kind, "en").items()
        if len(typed) >= _LONG and typed[0] == word[0] and OSA.distance(word, typed) <= most
    }
    return meanings.pop() if len(meanings) == 1 else None


def _times(text: str, entities: Entities) -> str:
    table = entities.table
    if table.is_of_roles:
        return text

    def replace_match(match: re.Match[str]) -> str:
        slot = _slot(match["time"], table)
        if slot is None or not _is_time(match, slot, table):
            return match[0]
        entities.is_bounded |= _pattern_of("bounds", table.language).search(match[0]) is not None
        return entities.stand_in(TIME, slot, match["time"])

    if table.language == "en":
        text = _pattern_of("half_past", "en").sub(r"\g<hour>\g<between> \g<hour>", text)
    clock = _pattern_of("clock", table.language)
    entities.span = _span([*clock.finditer(text)], text, table) if table.language == "en" else ()
    text = clock.sub(replace_match, text)
    return _at_death(_fill_range(text, entities), entities)


def _fill_range(text: str, entities: Entities) -> str:
    """Returns a text with all half hours from one time until another, few as they are."""
    time = f"[{chr(TIME)}-{chr(TIME + 0xFF)}]"

    def replace_match(match: re.Match[str]) -> str:
        first, last = (cast(Slot, entities.found[match[group]]).number for group in ("first", "last"))
        if not 0 < last - first <= _LONGEST_RANGE:
            return match[0]
        return "&".join(entities.stand_in(TIME, Slot(number)) for number in range(first, last + 1))

    until = wordlist(entities.table.language)["until"]
    return re.sub(f"(?P<first>{time}){until}(?P<last>{time})", replace_match, text)


def _span(matches: Sequence[re.Match[str]], text: str, table: TalkTable) -> tuple[Slot, ...]:
    """Returns the half hours of "from 8 till 9", both ends with them."""
    for first, last in pairwise(matches):
        between = text[first.end("time") : last.start("time")].strip()
        start, end = _slot(first["time"], table), _slot(last["time"], table)
        is_span = re.search(r"\bfrom\b", first["before"]) and between in _UNTIL
        is_span = is_span or (re.search(r"\bbetween\b", first["before"]) and between == "and")
        if is_span and start and end and 0 < end.number - start.number <= _LONGEST_SPAN:
            return tuple(Slot(number) for number in range(start.number, end.number + 1))
    return ()


_UNTIL, _LONGEST_SPAN = ("to", "till", "til", "'til", "until", "-", "–"), 4


def _at_death(text: str, entities: Entities) -> str:
    """Replaces `when she died`, if all players know the time."""
    table = entities.table
    victims = "".join(chr(PEOPLE + table.names.index(name)) for name in table.victims)
    words = wordlist(table.language)["at_death"].replace("<victim>", f"[{victims or chr(0xF8F0)}]")
    slot = next((table.deaths[name] for name in table.victims if name in table.deaths), None)
    if slot is None:
        return text
    return re.sub(words, lambda match: f" {entities.stand_in(TIME, slot, match[0])} ", text)


def _is_time(match: re.Match[str], slot: Slot, table: TalkTable) -> bool:
    """Returns true if an English number is a time: a word alone only beside something, or asked when."""
    text = match["time"]
    if text == "one" and slot.number not in table.hours:
        return False
    if table.language == "zh" or text[:1].isdigit():
        return True
    is_asked = text != "one" and re.search("when|what time", table.asked.lower()) is not None
    return bool(match["before"].strip() or match["tail"] or " " in text or is_asked)


def _slot(text: str, table: TalkTable) -> Slot | None:
    text = re.sub(r" ?-?ish| sharp", "", text.replace("oclock", "o'clock").replace("點", "点"))
    text = re.sub(r"^(\d{1,2})(?=\d\d(?!\d))", r"\1:", text)  # 730
    text = re.sub("^(?:当晚|今晚|昨晚)", "晚上", text)
    slots = possible_times(text.strip(), table.language)
    fitting = [slot for slot in slots if slot.number in table.hours]
    if len(fitting) == 1:
        return fitting[0]
    late = [slot for slot in slots if slot.number >= 24]
    return slots[0] if len(slots) == 1 else late[0] if len(late) == 1 else None


_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "one": 1, "two": 2, "three": 3, "four": 4}
_HAN = {"一": 1, "首": 1, "二": 2, "三": 3, "四": 4, "五": 5}


def _nights(text: str, entities: Entities) -> str:
    table = entities.table
    if not table.is_of_roles:
        return text

    def replace_match(match: re.Match[str]) -> str:
        groups = match.groupdict()
        word = groups.get("word") or groups.get("count") or groups["number"]
        if groups["last"]:
            return f" {entities.stand_in(NIGHT, 0, match[0])} "
        number = int(word) if word.isascii() and word.isdigit() else _ORDINALS.get(word) or _HAN.get(word, 0)
        return f" {entities.stand_in(NIGHT, number, match[0])} "

    return _pattern_of("night", table.language).sub(replace_match, text)


@cache
def _pattern_of(name: str, language: Language) -> re.Pattern[str]:
    return re.compile(wordlist(language)[name])


_LETTERS = re.compile("[a-zà-ÿ]+")


@cache
def known_words(language: Language) -> frozenset[str]:
    """Returns every word of the lists; none of them is a slip in a name."""
    kinds = (WordKind.PLACE, WordKind.THING, WordKind.RELATION, WordKind.MOTIVE, WordKind.TOPIC)
    words = (
        word for kind in (*kinds, WordKind.SECRET, WordKind.ROLE) for word in typed_words(kind, language)
    )
    return _common(language) | frozenset(_LETTERS.findall(" ".join(words).lower()))


@cache
def _common(language: Language) -> frozenset[str]:
    return frozenset(_LETTERS.findall(str(wordlist(language)).lower()))


_STEPS = (
    _ties,
    _dropped_g,
    _nights,
    _times,
    _lexical(PLACE, WordKind.PLACE, lambda table: not table.is_of_roles),
    _lexical(THING, WordKind.THING, lambda table: not table.is_of_roles),
    _lexical(CARD, WordKind.CARD, lambda table: table.scope == "cards"),
    _people,
    _lexical(KIND, WordKind.RELATION, lambda table: not table.is_of_roles),
    _lexical(ROLE, WordKind.ROLE, lambda table: table.is_of_roles),
    _slips,
    _misspelt(ROLE, WordKind.ROLE, lambda table: table.is_of_roles),
    _misspelt(PLACE, WordKind.PLACE, lambda table: not table.is_of_roles),
)
