"""Splits a typed remark into clauses, with the word lists and the marks that stand for entities."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from parlour.core.language import read_yaml
from parlour.language.facts import Language, Word, WordKind, entries

PEOPLE, PLACE, TIME, THING, ROLE, CARD, NIGHT, KIND = (0xE000 + 0x100 * n for n in range(8))
"""The beginnings of the stand-ins of each sort."""
ME, YOU, REF = (chr(PEOPLE + offset) for offset in (0xF0, 0xF1, 0xF2))
"""The speaker, the addressee, and a person named before: he, she, they."""
_GAPS = {
    "<I>": ME,
    "<YOU>": YOU,
    "<you>": YOU,
    "<REF>": REF,
    "<P>": f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]",
    "<N>": f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]",
    "<p>": f"{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}",
    "<n>": f"{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}",
    "<R>": f"[{chr(ROLE)}-{chr(ROLE + 0xFF)}]",
    "<L>": f"[{chr(PLACE)}-{chr(PLACE + 0xFF)}]",
    "<O>": f"[{chr(THING)}-{chr(THING + 0xFF)}]",
    "<W>": chr(ROLE),  # the sought role, which is the lexicon's first
    "<T>": f"[{chr(TIME)}-{chr(TIME + 0xFF)}]",
}


@cache
def role_mark(role: Word) -> str:
    """Returns the private character for a role, the same at every table."""
    return chr(ROLE + list(entries(WordKind.ROLE)).index(role))


@cache
def _gaps() -> Mapping[str, str]:
    good = "".join(map(role_mark, ("good", "villager")))
    return {**_GAPS, "<W>": role_mark(sought_role()), "<G>": f"[{good}]"}


def with_marks(node: Any) -> Any:  # noqa: ANN401 - YAML, given its types by the caller
    """Replaces `<I>`, `<YOU>` and so on by their characters in the strings of a file."""
    if isinstance(node, str):
        for gap, mark in _gaps().items():
            node = node.replace(gap, mark)
        return node
    if isinstance(node, dict):
        return {with_marks(key): with_marks(value) for key, value in node.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(node, list):
        return [with_marks(child) for child in node]  # pyright: ignore[reportUnknownVariableType]
    return node


@cache
def wordlist(language: Language) -> Mapping[str, Any]:
    """Returns the words around the acts."""
    return with_marks(_load(f"words.{language}.yaml"))


@cache
def sought_role() -> Word:
    """Returns the sought role of games in which every player has a role."""
    return _load("words.en.yaml")["sought"]


@cache
def rows(language: Language) -> Mapping[str, Any]:
    """Returns the patterns of acts, by act."""
    return _load(f"patterns.{language}.yaml")


def _load(file: str) -> Mapping[str, Any]:
    return read_yaml((resources.files("parlour.language.hearing") / file).read_text(encoding="utf-8"))


_NAMES = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]"
_ONE = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]"
_THINGS = f"[{chr(THING)}-{chr(THING + 0xFF)}]"
_LISTED: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        rf"(?<=({_ONE}))(?: ?, ?(?={_NAMES})| ?, ?(?:and|or) | (?:and|n|or) | & ?| ?\+ ?| ?/ ?|&)"
        rf"(?=(?:both )?{_ONE}(?!'s))"
    ),
    "zh": re.compile(
        rf"(?<=({_ONE}))(?:、|和|跟|与|及|还有|或者?|&|/|,(?={_ONE}(?:[,、和跟与]|$)))(?={_ONE})"
        rf"|(?<={_THINGS})(?:、|和|跟|与|及|还有|或者?|/|,(?=(?:{_THINGS},)*{_THINGS}))(?={_THINGS})"
    ),
}
_STOP = re.compile("[.!?;。！？；…\n~～—]+|--+")
_SENTENCE_END = re.compile(r"(?<=[.!?;…\n~])\s+(?=\S)|(?<=[。！？；…～])\s*(?=[^\s。！？；…～])")
_PART_END = re.compile(r"(?<=,)\s+(?=\S)|(?<=，)\s*(?=\S)")
_WORD: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"[a-z']*[a-z]"),
    "zh": re.compile(r"[\u4e00-\u9fff]|[0-9a-z]+"),
}
_LEAST_PART: dict[Language, int] = {"en": 3, "zh": 4}
"""Words, or characters, that a part between commas has at least."""


@dataclass(frozen=True, kw_only=True)
class Clause:
    """A piece of a remark that can say one thing.

    Attributes:
        places: the stand-ins of the places that it names, in order; likewise `times` and `nights`.
    """

    text: str
    raw: str
    places: tuple[str, ...]
    times: tuple[str, ...]
    nights: tuple[str, ...]
    asks: bool
    joined: bool


_NO_GOOD = re.compile("(?<![我是])不是(?:什么|啥|个)?好(?:人|东西|鸟)(?![吗吧么?？])")
"""Chinese words for a bad player by way of not good."""


def tidy(text: str, language: Language) -> str:
    """Returns a text in small letters, none more than twice, with one keyboard's marks; `One` is a player."""
    text = re.sub(r"(?<=[a-z,;] )One(?!\w)", "player one", unicodedata.normalize("NFKC", text))
    text = re.sub("[’‘`]", "'", re.sub('[“”"「」『』*@]', " ", text)).lower()
    text = re.sub(r"\bmy bad\b", "sorry", re.sub(r"([a-z])\1\1+", r"\1\1", text))
    if language == "zh":
        text = _NO_GOOD.sub("是狼", text)
        return re.sub(
            r"(?<![a-z0-9])\s+|\s+(?![a-z0-9])",
            lambda match: "," if " " in match[0] else match[0],
            text.strip(),
        )
    return re.sub(r"\s+", " ", text).strip()


def clauses(text: str, language: Language) -> tuple[Clause, ...]:
    """Returns the clauses of a marked text."""
    pieces: list[Clause] = []
    for sentence, asks in _sentences(text):
        parts = list(_parts(plain(sentence, language), language))
        for n, (part, joined) in enumerate(parts):
            is_asked = asks and n == len(parts) - 1
            pieces += _cut(part, language, asks=is_asked, joined=joined)
    return tuple(pieces)


def _sentences(text: str) -> Iterator[tuple[str, bool]]:
    start = 0
    for match in _STOP.finditer(text):
        if match[0] == "." and re.match(r"\d", text[match.end() :]):
            continue
        if text[start : match.start()].strip():
            yield text[start : match.start()].strip(), "?" in match[0] or "？" in match[0]
        start = match.end()
    if text[start:].strip():
        yield text[start:].strip(), False


def sentences(text: str, language: Language) -> tuple[str, ...]:
    """Splits a text into sentences; one without a word stays with the one before."""
    return _together(_SENTENCE_END.split(text.strip()), language, least=1)


def comma_parts(text: str, language: Language) -> tuple[str, ...]:
    """Splits a text at commas; a part of few words stays with its neighbour."""
    return _together(_PART_END.split(text.strip()), language, least=_LEAST_PART[language])


def _together(parts: Sequence[str], language: Language, *, least: int) -> tuple[str, ...]:
    groups: list[str] = []
    for part in parts:
        if groups and min(_words(part, language), _words(groups[-1], language)) < least:
            groups[-1] += part if language == "zh" else f" {part}"
        else:
            groups.append(part)
    return tuple(groups)


def _words(text: str, language: Language) -> int:
    return len(_WORD[language].findall(text.lower()))


def plain(text: str, language: Language) -> str:
    """Returns a marked text with one word for synonyms, pronouns marked and lists of people joined."""
    for pattern, instead in _same(language):
        text = pattern.sub(instead, text)
    text = _LISTED[language].sub("&", text)
    return re.sub(r"\s+", "" if language == "zh" else " ", text).strip()


def _parts(sentence: str, language: Language) -> Iterator[tuple[str, bool]]:
    start, joined = 0, False
    for match in _joints(language).finditer(sentence):
        yield sentence[start : match.start()].strip(), joined
        start, joined = match.end(), match[0].strip(" ,，、:：(（)）")[:1] != "" or language == "zh"
    yield sentence[start:].strip(), joined


def _cut(part: str, language: Language, *, asks: bool, joined: bool) -> Iterator[Clause]:
    pieces = [part]
    for first in (PLACE, TIME):
        pieces = [section for piece in pieces for section in _before_second(piece, first)]
    for n, piece in enumerate(pieces):
        bare = re.sub(f"&?[{chr(PLACE)}-{chr(TIME + 0xFF)}{chr(NIGHT)}-{chr(NIGHT + 0xFF)}]", " ", piece)
        yield Clause(
            text=_without_idle(bare, language),
            raw=piece,
            places=_of(PLACE, piece),
            times=_of(TIME, piece),
            nights=_of(NIGHT, piece),
            asks=asks and n == len(pieces) - 1,
            joined=joined or n > 0,
        )


def _before_second(piece: str, first: int) -> list[str]:
    marks = [match.start() for match in re.finditer(f"(?<!&)[{chr(first)}-{chr(first + 0xFF)}]", piece)]
    cuts = [0, *marks[1:], len(piece)]
    return [piece[a:b].strip() for a, b in itertools.pairwise(cuts) if piece[a:b].strip()] or [""]


def _of(sort: int, text: str) -> tuple[str, ...]:
    return tuple(c for c in text if sort <= ord(c) <= sort + 0xFF)


def _without_idle(text: str, language: Language) -> str:
    pattern = _idle(language)
    gap = "" if language == "zh" else " "
    before = None
    while before != text:
        before = text
        text = pattern.sub(gap, text).strip(" ,，、:：'-()（）")
        text = re.sub(r"\s+", gap, text)
    return text


def leftover(text: str, spans: Sequence[tuple[int, int]], language: Language) -> str:
    """Returns the part of a clause that no act has used, without idle words."""
    characters = list(text)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return _without_idle("".join(characters), language)


def says_nothing(text: str, language: Language) -> bool:
    """Returns true if the rest of a clause is a noise, or a word of politeness."""
    return (
        not re.sub(f"[{YOU}{ME}{REF}\\W]", "", text)
        or re.fullmatch(wordlist(language)["silence"], text) is not None
    )


@cache
def _same(language: Language) -> tuple[tuple[re.Pattern[str], str], ...]:
    out: list[tuple[re.Pattern[str], str]] = []
    for row in wordlist(language)["same"]:
        for instead, variants in row.items():
            either = "|".join(variants)
            pattern = f"(?:{either})" if language == "zh" else rf"(?<![\w'])(?:{either})(?![\w'])"
            out.append((re.compile(pattern), instead))
    return tuple(out)


@cache
def _idle(language: Language) -> re.Pattern[str]:
    words = "|".join(wordlist(language)["idle"])
    return re.compile(f"(?:{words})" if language == "zh" else rf"(?<![\w'])(?:{words})(?![\w'])")


@cache
def _joints(language: Language) -> re.Pattern[str]:
    return re.compile(wordlist(language)["joint"])
