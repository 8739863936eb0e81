"""Roles that games bring to the lexicon: `words/lexicon.yaml` of the package in which one registers itself.

The controlled language is one, whatever is played, and a role that two games have is one id of it. So what a
game brings is added to what those before it brought, ours first; nothing of a game is imported for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from parlour.core.language import LANGUAGES, Language, read_yaml
from parlour.core.plugins import sorted_points

Word = str
"""An id of the lexicon, such as `kitchen` or `debt`."""
Row = Mapping[str, Any]
"""What stands behind an id: words by language, separated by `|`; a role may have a `mark` for sentences."""
GROUP = "parlour.games"
"""Of the entry points of games."""
FILE = Path("words", "lexicon.yaml")
SECTION, TYPED = "role", "typed"
"""The one kind of word that a game may bring: stories are made of the others, and must not change with what
else is installed. What people who type call such a role besides is heard, and no part of the language."""


@cache
def brought_roles() -> Mapping[Word, Row]:
    """Returns the roles of all installed games by id, ours first; an unreadable file adds none."""
    roles: dict[Word, dict[str, str]] = {}
    for package in dict.fromkeys(map(_package, sorted_points(GROUP))):
        try:
            package_roles = roles_of(package)
        except ValueError:
            continue  # reported where games are listed
        for word, row in package_roles.items():
            merged = roles.setdefault(word, {})
            merged.update(
                {
                    language: " | ".join(filter(None, (merged.get(language), row[language])))
                    for language in LANGUAGES
                }
            )
            merged["mark"] = merged.get("mark") or row.get("mark", "")
    return MappingProxyType(roles)


@cache
def roles_of(package: str) -> Mapping[Word, Row]:
    """Returns the roles of a game's package by id; empty if it has no such file.

    Raises:
        ValueError: saying what is wrong with the file.
    """
    return next((_check_form(file) for file in _files(package)), dict[Word, Row]())


def _files(package: str) -> Iterator[Mapping[str, Any]]:
    for folder in _folders(package):
        if (file := folder / FILE).is_file():
            yield read_yaml(file.read_text(encoding="utf-8"))


@cache
def typed_roles(language: Language) -> Mapping[str, Word]:
    """Returns the names, misspelt ones too, that people type for the roles of installed games, ours first."""
    typed: dict[str, Word] = {}
    for package in dict.fromkeys(map(_package, sorted_points(GROUP))):
        for word, spelling in _typed_of(package, language):
            typed.setdefault(spelling.lower(), word)
    return MappingProxyType(typed)


def _typed_of(package: str, language: Language) -> Iterator[tuple[Word, str]]:
    try:
        roles_of(package)
    except ValueError:
        return  # reported where games are listed
    for file in _files(package):
        rows: Mapping[Word, Sequence[str]] = file.get(TYPED, {}).get(language, {})
        yield from ((word, spelling) for word, row in rows.items() for spelling in row)
        return


def _check_form(content: object) -> Mapping[Word, Row]:
    sections = cast("Mapping[str, Mapping[Word, Row]]", content)
    try:
        if set(sections) - {SECTION, TYPED}:
            raise ValueError(f"{FILE} can bring words under {SECTION!r} alone, not {', '.join(sections)}")
        for row in sections.get(TYPED, {}).values():
            if unknown := [word for word in row if word not in sections[SECTION]]:
                raise ValueError(f"{FILE}: {', '.join(unknown)} under {TYPED!r} is no role of it")
        for word, row in sections[SECTION].items():
            if not all(row[language].strip() for language in LANGUAGES):
                raise ValueError(f"{FILE}: {word} has no words")
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(
            f"{FILE}: every id under {SECTION!r} needs words in {' and '.join(LANGUAGES)}"
        ) from error
    return sections[SECTION]


def _package(point: EntryPoint) -> str:
    """Returns the package of the module that an entry point names, or the module if it is in none."""
    module = point.value.partition(":")[0]
    return module.rpartition(".")[0] or module


def _folders(package: str) -> Iterator[Path]:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return
    yield from map(Path, (spec and spec.submodule_search_locations) or ())
