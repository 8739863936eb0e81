"""The closed lexicon, read from YAML: what facts can be about, and its words in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, get_args

from parlour.core.language import Language, read_yaml
from parlour.core.role_words import brought_roles
from parlour.language.facts.fact import Word

_ARTICLES = ("the", "a", "an")


class WordKind(StrEnum):
    """The kind of a word in the lexicon."""

    PLACE = "place"
    THING = "thing"
    MOTIVE = "motive"
    TOPIC = "topic"
    RELATION = "relation"
    SECRET = "secret"
    ROLE = "role"
    TRUST = "trust"
    SUSPICION = "suspicion"
    CARD = "card"


@dataclass(frozen=True, kw_only=True)
class LexiconEntry:
    """One id of the lexicon.

    Attributes:
        words: by language; the first is said, the others are only understood.
    """

    id: Word
    kind: WordKind
    words: Mapping[Language, tuple[str, ...]]
    manner: Word | None = None
    converse: tuple[Word, ...] = ()
    mark: Word = ""


@cache
def entries(kind: WordKind) -> Mapping[Word, LexiconEntry]:
    """Returns all ids of a kind, in the order of the file; of roles, of the files of installed games."""
    rows = brought_roles() if kind is WordKind.ROLE else _file()[kind]
    return MappingProxyType({word: _entry(kind, word, row) for word, row in rows.items()})


@cache
def settings() -> Mapping[Word, tuple[Word, ...]]:
    """Returns the places that lie together, by setting."""
    return MappingProxyType({name: tuple(places) for name, places in _file()["setting"].items()})


def say(kind: WordKind, word: Word, language: Language, form: str = "") -> str:
    """Returns the form of a word inside a sentence."""
    return _forms(entries(kind)[word], language, form)[0]


def hear(kind: WordKind, words: str, language: Language, form: str = "") -> Word | None:
    """Returns the id that these words stand for, if any."""
    return vocabulary(kind, language, form).get(words)


@cache
def vocabulary(kind: WordKind, language: Language, form: str = "") -> Mapping[str, Word]:
    """Returns all words for the ids of a kind, each with its id."""
    rows = entries(kind).values()
    exact: dict[str, Word] = {}
    for row in rows:
        for words in _forms(row, language, form):
            exact.setdefault(words, row.id)
    if language == "zh" or kind is WordKind.PLACE:
        return MappingProxyType(exact)
    return MappingProxyType(
        {loose: word for words, word in exact.items() for loose in _any_article(words)} | exact
    )


def converses(relation: Word) -> tuple[Word, ...]:
    """Returns the possible relations of `to` to `of`, if `of` is the `relation` of `to`."""
    return entries(WordKind.RELATION)[relation].converse


def _any_article(words: str) -> tuple[str, ...]:
    """Returns English words with each article that they may have, and with none."""
    first, _, rest = words.partition(" ")
    noun = rest if first in _ARTICLES else words
    bare = " ".join(word for word in words.split() if word not in _ARTICLES)
    return (*(f"{article} {noun}" for article in _ARTICLES), noun, bare)


def _forms(entry: LexiconEntry, language: Language, form: str) -> tuple[str, ...]:
    return tuple(_form(entry, word, language, form) for word in entry.words[language])


def _form(entry: LexiconEntry, word: str, language: Language, form: str) -> str:
    """A word as it is; (of a thing) inside `killed`, with the manner in which it kills; or with `the`."""
    match form, language:
        case "killed", "en":
            return f"{_file()['manner'][entry.manner]['en']} {word}"
        case "killed", "zh":
            return f"被人用{word}{_file()['manner'][entry.manner]['zh']}"
        case "the", "en":
            return f"the {word.partition(' ')[2] if word.split()[0] in _ARTICLES else word}"
        case _:
            return word


def _entry(kind: WordKind, word: Word, row: Mapping[str, Any]) -> LexiconEntry:
    languages: tuple[Language, ...] = get_args(Language)
    return LexiconEntry(
        id=word,
        kind=kind,
        words={
            language: tuple(dict.fromkeys(map(str.strip, row[language].split("|")))) for language in languages
        },
        manner=row.get("manner"),
        converse=tuple(row.get("converse", ())),
        mark=row.get("mark", ""),
    )


@cache
def _file() -> Mapping[str, Any]:
    return load("lexicon.yaml")


def load(file: str) -> Any:  # noqa: ANN401 - YAML of our own, given its types by whoever reads it
    """Returns the content of a YAML file of this package."""
    return read_yaml((resources.files("parlour.language.facts") / file).read_text(encoding="utf-8"))
